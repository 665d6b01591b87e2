import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";

export interface ServiceAlarmProps {
  metric: IMetric;
  /** Alarms when the metric is above this. */
  above: number;
  evaluationPeriods: number;
  /** What users notice while the alarm lasts: the person on call needs to know this first. */
  impact: string;
  /** What the person on call reads or does. */
  action: string;
  notify: ITopic;
}

/** Creates an alarm whose text starts with its impact on users. A metric without data raises no alarm. */
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
