import { Duration } from "aws-cdk-lib";
import { type IMetric, MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import { deliveryMetric } from "./delivery-metrics.ts";
import { serviceAlarm } from "./service-alarm.ts";

/** An endpoint of one event a minute that nobody mends for half a day leaves fewer; a fault of ours leaves them all. */
const OPEN_MAX = 1_000;
/** Longer than a weekend: whoever owns the endpoint has had a working day to replay what was given up. */
const EXHAUSTED_MAX_AGE = Duration.days(3);
/** A final attempt comes after half an hour, a replay's fifth after ten minutes; a slow endpoint's queue adds to both. */
const UNDERWAY_MAX_AGE = Duration.hours(2);
const FAILURE_RATIO_MAX = 0.5;
/** Below this one subscriber's broken endpoint is most of the traffic. */
const ATTEMPTS_MIN = 100;

const GAUGE_PERIOD = Duration.minutes(5);
const RATIO_PERIOD = Duration.minutes(15);

/** What wakes somebody about webhook deliveries, beyond their queues' own alarms. */
export function deliveryAlarms(scope: Construct, notify: ITopic): void {
  serviceAlarm(scope, "DeadLettersOpen", {
    metric: new MathExpression({
      expression: "final + replaying + exhausted",
      usingMetrics: {
        final: gauge("DeadLettersOpen", "final_attempt_pending"),
        replaying: gauge("DeadLettersOpen", "replaying"),
        exhausted: gauge("DeadLettersOpen", "exhausted"),
      },
      label: "Dead letters that are not resolved",
      period: GAUGE_PERIOD,
    }),
    above: OPEN_MAX,
    evaluationPeriods: 2,
    impact: "Many events were given up: subscribers miss them until they are replayed.",
    action:
      "See DeliveryFailures by reason. When the fault was ours, mend it and ask for a replay of all; otherwise tell the owner of the endpoint, whom the sweep's log names.",
    notify,
  });
  serviceAlarm(scope, "DeadLettersForgotten", {
    metric: gauge("OldestDeadLetterAge", "exhausted"),
    above: EXHAUSTED_MAX_AGE.toSeconds(),
    evaluationPeriods: 2,
    impact: "A subscriber has missed an event for three days, and nobody has replayed it.",
    action: "Tell the organization that the sweep's log names under 'the oldest dead letter'.",
    notify,
  });
  serviceAlarm(scope, "DeadLettersStuck", {
    metric: new MathExpression({
      expression: "MAX([final, replaying])",
      usingMetrics: {
        final: gauge("OldestDeadLetterAge", "final_attempt_pending"),
        replaying: gauge("OldestDeadLetterAge", "replaying"),
      },
      label: "Age of the oldest that is still to be attempted",
      period: GAUGE_PERIOD,
    }),
    above: UNDERWAY_MAX_AGE.toSeconds(),
    evaluationPeriods: 2,
    impact: "Final attempts or replays that were promised do not happen.",
    action:
      "See WaitingForSlowEndpoints and the age of the delivery queues; then read the errors in the logs of deliver and of the relay.",
    notify,
  });
  serviceAlarm(scope, "DeliveryFailureRatio", {
    metric: new MathExpression({
      expression: `IF(attempts >= ${ATTEMPTS_MIN}, failures / attempts, 0)`,
      usingMetrics: {
        attempts: deliveryMetric("DeliveryAttempts", { statistic: "Sum", period: RATIO_PERIOD }),
        failures: deliveryMetric("DeliveryFailures", { statistic: "Sum", period: RATIO_PERIOD }),
      },
      label: "Share of attempts that failed",
      period: RATIO_PERIOD,
    }),
    above: FAILURE_RATIO_MAX,
    evaluationPeriods: 1,
    impact: "Most webhooks fail at the moment, and reach subscribers late or as dead letters.",
    action:
      "See DeliveryFailures by reason: dns, connect, tls or timeout of many at once is our way out; status_4xx and status_5xx are the endpoints' own.",
    notify,
  });
}

/** Two sweeps may fall into one period: both see the same, and the higher one counts. */
function gauge(name: "DeadLettersOpen" | "OldestDeadLetterAge", status: string): IMetric {
  return deliveryMetric(name, { statistic: "Maximum", period: GAUGE_PERIOD, by: { status } });
}
