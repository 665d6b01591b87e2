import { Duration } from "aws-cdk-lib";
import { type IMetric, MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
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
/** What the service adds is under a second: this much is nobody's endpoint, but for one that hangs or has a backlog. */
const DELAY_MAX = Duration.minutes(1);
/**
 * A hanging endpoint keeps two workers busy for ten seconds each time, with batches of ten: 600 attempts in five minutes
 * at the most, all of them late. Of no less than 700 more than a tenth are others' then, and the percentile is theirs.
 */
const FIRST_ATTEMPTS_MIN = 700;
/** 400 workers with ten messages each, of a second at the most, never leave so many behind for five minutes. */
const WAITING_MAX = 1_000;

const GAUGE_PERIOD = Duration.minutes(5);
const RATIO_PERIOD = Duration.minutes(15);
const LATE_PERIOD = Duration.minutes(5);

export interface DeliveryAlarmsProps {
  /** The queue of deliveries to endpoints that are known to answer quickly. */
  readonly quick: IQueue;
  /** What users notice when its messages stay unhandled. */
  readonly impact: string;
  readonly notify: ITopic;
}

/** What wakes somebody about webhook deliveries, beyond their queues' own alarms. */
export function deliveryAlarms(scope: Construct, { quick, impact, notify }: DeliveryAlarmsProps): void {
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
      "See DeliveryFailures by reason. The log of record-dead-letter says whose events they were: 'a message was given up', with organizationId and webhookId. When the fault was ours, mend it and replay them with npm run admin -- replay --organization; otherwise tell the owner of the endpoint.",
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
      "See DeliveryFailures by reason, and by how many endpoints in the log of deliver: 'an attempt failed', with webhookId and reason. dns, connect, tls or timeout of many at once is our way out; status_4xx and status_5xx are the endpoints' own.",
    notify,
  });
  const firstAttempt = { period: LATE_PERIOD };
  serviceAlarm(scope, "DeliveryLate", {
    metric: new MathExpression({
      expression: `IF(attempts >= ${FIRST_ATTEMPTS_MIN}, delay, 0)`,
      usingMetrics: {
        attempts: deliveryMetric("DeliveryDelay", { statistic: "SampleCount", ...firstAttempt }),
        delay: deliveryMetric("DeliveryDelay", { statistic: "p10", ...firstAttempt }),
      },
      label: "Nine of ten first attempts begin later than this",
      period: LATE_PERIOD,
    }),
    above: DELAY_MAX.toMilliseconds(),
    evaluationPeriods: 2,
    impact: "Nearly all webhooks begin more than a minute after their event.",
    action:
      "See the age of events and deliveries, the relay's alarm and throttles of the functions. Deliveries to hanging endpoints are late by design, but too few for this; when WaitingForSlowEndpoints is high, a slow endpoint that gets most of the events can do it.",
    notify,
  });
  serviceAlarm(scope, "DeliveriesWaiting", {
    metric: new MathExpression({
      expression: `IF(waiting > ${WAITING_MAX} OR (waiting > 0 AND handled < 1), 1, 0)`,
      usingMetrics: {
        waiting: quick.metricApproximateNumberOfMessagesVisible({
          period: LATE_PERIOD,
          statistic: "Minimum",
        }),
        handled: quick.metricNumberOfMessagesDeleted({ period: LATE_PERIOD, statistic: "Sum" }),
      },
      label: "Deliveries to quick endpoints pile up, or none is made",
      period: LATE_PERIOD,
    }),
    above: 0,
    evaluationPeriods: 1,
    impact,
    action:
      "The worker does not keep up, or does not run: read the errors in the log of the worker deliver, and see its throttles and its number at once. Retries that are not due yet are not among these messages.",
    notify,
  });
}

/** Two sweeps may fall into one period: both see the same, and the higher one counts. */
function gauge(name: "DeadLettersOpen" | "OldestDeadLetterAge", status: string): IMetric {
  return deliveryMetric(name, { statistic: "Maximum", period: GAUGE_PERIOD, by: { status } });
}
