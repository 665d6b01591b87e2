import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";

export interface ServiceAlarmProps {
  readonly metric: IMetric;
  /** Alarms when the metric is above this. */
  readonly above: number;
  readonly evaluationPeriods: number;
  /** What users notice while it lasts: the first thing that whoever is woken needs to know. */
  readonly impact: string;
  /** Where to look, or what to do. */
  readonly action: string;
  readonly notify: ITopic;
}

/** An alarm whose text says what it means for users; no data is no alarm. */
export function serviceAlarm(scope: Construct, id: string, props: ServiceAlarmProps): void {
  const alarm = new Alarm(scope, id, {
    metric: props.metric,
    threshold: props.above,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    evaluationPeriods: props.evaluationPeriods,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription: `Impact: ${props.impact} What to do: ${props.action}`,
  });
  alarm.addAlarmAction(new SnsAction(props.notify));
}
