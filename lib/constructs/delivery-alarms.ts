import { Duration } from "aws-cdk-lib";
import { type IMetric, MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { deliveryMetric } from "./delivery-metrics.ts";
import { serviceAlarm } from "./service-alarm.ts";

/** A broken endpoint with one event a minute leaves about 700 in half a day. A fault of the service leaves many more. */
const openMax = 1_000;
/** Longer than a weekend, so the endpoint's owner has had a working day to replay the dead letter. */
const exhaustedAgeMax = Duration.days(3);
/** A final attempt starts after 30 minutes, a replay's fifth after 10; a slow endpoint's backlog delays both. */
const underwayAgeMax = Duration.hours(2);
const failureRatioMax = 0.5;
/** With fewer attempts, one subscriber's broken endpoint can be most of the traffic. */
const attemptsMin = 100;
/** The service adds less than a second. Only an endpoint that hangs or has a backlog causes so long a delay by itself. */
const delayMax = Duration.minutes(1);
/**
 * One hanging endpoint causes at most 600 late first attempts in five minutes: two workers wait 10 s for each batch of ten.
 * Among 700 or more, over a tenth are for other endpoints, so the tenth percentile does not depend on the hanging one.
 */
const firstAttemptsMin = 700;
/** 400 workers take ten messages each, and a batch takes at most a second: they never leave so many for five minutes. */
const waitingMax = 1_000;

const gaugePeriod = Duration.minutes(5);
const ratioPeriod = Duration.minutes(15);
const latePeriod = Duration.minutes(5);

export interface DeliveryAlarmsProps {
  /** The queue of deliveries to endpoints that are known to respond quickly. */
  quick: IQueue;
  /** What users notice while nobody handles the messages of `quick`. */
  impact: string;
  notify: ITopic;
}

/** Creates the alarms on webhook deliveries. Each queue also has an alarm of its own (queue-worker.ts). */
export function deliveryAlarms(scope: Construct, { quick, impact, notify }: DeliveryAlarmsProps): void {
  serviceAlarm(scope, "DeadLettersOpen", {
    metric: new MathExpression({
      expression: "final + replaying + exhausted",
      usingMetrics: {
        final: gauge("DeadLettersOpen", "final_attempt_pending"),
        replaying: gauge("DeadLettersOpen", "replaying"),
        exhausted: gauge("DeadLettersOpen", "exhausted"),
      },
      label: "Open dead letters",
      period: gaugePeriod,
    }),
    above: openMax,
    evaluationPeriods: 2,
    impact: "Many events are dead letters: subscribers miss them until they are replayed.",
    action:
      "See DeliveryFailures by reason. The log of record-dead-letter names the subscribers: 'a message was moved to the dead-letter queue', with organizationId and webhookId. If the fault is ours, repair it and replay the dead letters with npm run admin -- replay --organization. Otherwise inform the owner of the endpoint.",
    notify,
  });
  serviceAlarm(scope, "DeadLettersForgotten", {
    metric: gauge("OldestDeadLetterAge", "exhausted"),
    above: exhaustedAgeMax.toSeconds(),
    evaluationPeriods: 2,
    impact: "A subscriber has missed an event for three days, and nobody has replayed it.",
    action: "Inform the organization that the sweep's log names in 'the oldest dead letter'.",
    notify,
  });
  serviceAlarm(scope, "DeadLettersStuck", {
    metric: new MathExpression({
      expression: "MAX([final, replaying])",
      usingMetrics: {
        final: gauge("OldestDeadLetterAge", "final_attempt_pending"),
        replaying: gauge("OldestDeadLetterAge", "replaying"),
      },
      label: "Age of the oldest dead letter that waits for an attempt",
      period: gaugePeriod,
    }),
    above: underwayAgeMax.toSeconds(),
    evaluationPeriods: 2,
    impact: "Subscribers wait for final attempts or replays that the service does not make.",
    action:
      "See WaitingForSlowEndpoints and the age of the delivery queues. Then read the errors in the logs of deliver and of the relay.",
    notify,
  });
  serviceAlarm(scope, "DeliveryFailureRatio", {
    metric: new MathExpression({
      expression: `IF(attempts >= ${attemptsMin}, failures / attempts, 0)`,
      usingMetrics: {
        attempts: deliveryMetric("DeliveryAttempts", { statistic: "Sum", period: ratioPeriod }),
        failures: deliveryMetric("DeliveryFailures", { statistic: "Sum", period: ratioPeriod }),
      },
      label: "Share of attempts that fail",
      period: ratioPeriod,
    }),
    above: failureRatioMax,
    evaluationPeriods: 1,
    impact: "Most webhooks fail at present. They reach subscribers late, or become dead letters.",
    action:
      "See DeliveryFailures by reason. Count the endpoints in the log of deliver: 'an attempt failed', with webhookId and reason. If dns, connect, tls or timeout fail for many endpoints at once, our connection to the Internet is at fault. status_4xx and status_5xx are faults of the endpoints.",
    notify,
  });
  const firstAttempt = { period: latePeriod };
  serviceAlarm(scope, "DeliveryLate", {
    metric: new MathExpression({
      expression: `IF(attempts >= ${firstAttemptsMin}, delay, 0)`,
      usingMetrics: {
        attempts: deliveryMetric("DeliveryDelay", { statistic: "SampleCount", ...firstAttempt }),
        delay: deliveryMetric("DeliveryDelay", { statistic: "p10", ...firstAttempt }),
      },
      label: "Nine of ten first attempts start later than this",
      period: latePeriod,
    }),
    above: delayMax.toMilliseconds(),
    evaluationPeriods: 2,
    impact: "Subscribers get nearly all webhooks more than a minute after the event.",
    action:
      "See the age of the queues events and deliveries, the relay's alarm and throttles of the functions. Deliveries to hanging endpoints are late by design, but too few to raise this alarm. A slow endpoint that gets most of the events can raise it: WaitingForSlowEndpoints is high then.",
    notify,
  });
  serviceAlarm(scope, "SigningKeyUnavailable", {
    metric: deliveryMetric("MessagesPostponed", {
      statistic: "Sum",
      period: gaugePeriod,
      dimension: { reason: "key_unavailable" },
    }),
    above: 0,
    evaluationPeriods: 2,
    impact: "Subscribers with a secret get no webhooks until the service can open the secrets.",
    action:
      "See the state and the policy of the key in ContentPipelineData, and the health of KMS. The causes are in the logs of fan-out and deliver: 'message postponed'. Nothing is lost, and what waits is sent within a minute after the repair.",
    notify,
  });
  serviceAlarm(scope, "DeliveriesWaiting", {
    metric: new MathExpression({
      expression: `IF(waiting > ${waitingMax} OR (waiting > 0 AND handled < 1), 1, 0)`,
      usingMetrics: {
        waiting: quick.metricApproximateNumberOfMessagesVisible({
          period: latePeriod,
          statistic: "Minimum",
        }),
        handled: quick.metricNumberOfMessagesDeleted({ period: latePeriod, statistic: "Sum" }),
      },
      label: "Deliveries to quick endpoints pile up, or none is handled",
      period: latePeriod,
    }),
    above: 0,
    evaluationPeriods: 1,
    impact,
    action:
      "The worker deliver does not keep up, or does not run. Read the errors in its log, and see its throttles and its concurrent executions. Retries that are not due yet do not count for this alarm.",
    notify,
  });
}

/** Two sweeps can fall into one period. Both count the same dead letters, so the higher value counts. */
function gauge(name: "DeadLettersOpen" | "OldestDeadLetterAge", status: string): IMetric {
  return deliveryMetric(name, { statistic: "Maximum", period: gaugePeriod, dimension: { status } });
}
