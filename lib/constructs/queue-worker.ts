import { Duration, Validations } from "aws-cdk-lib";
import { EventSourceMapping } from "aws-cdk-lib/aws-lambda";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { type IQueue, Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Grant } from "./grants.ts";
import { serviceAlarm } from "./service-alarm.ts";
import { ServiceFunction } from "./service-function.ts";

/**
 * AWS recommends six times the function's time-out: Lambda also needs time to invoke it again when it is throttled.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
 */
const visibilityFactor = 6;
/**
 * A message whose worker fails goes to the dead-letter queue by the worker (functions/platform/worker.ts). SQS moves only
 * those whose worker never ends, and also counts the receives for which Lambda had no capacity: one in each visibility
 * timeout. So it must not give up while an account is throttled for a day.
 */
const receivedFor = Duration.hours(25);
/** A message can enter its queue up to 15 minutes before it is due. When it is 5 minutes older, no worker takes it. */
const messageAgeMax = Duration.minutes(20);
/** A message that is older than its visibility timeout and this was received twice, and failed both times. */
const handlingTimeMax = Duration.seconds(30);

export interface QueueWorkerProps {
  bundles: string;
  /** Names the bundle: `workers/<worker>`. */
  worker: string;
  description: string;
  batchSize: number;
  timeoutSeconds: number;
  environment: Readonly<Record<string, string>>;
  /** The environment variable with the queue's URL. The worker sends a message that is not due yet back to its queue. */
  urlVariable?: string;
  /** How many batches the worker handles at once. */
  concurrencyMax: number;
  grants: readonly Grant[];
  /**
   * The queue that receives messages that failed too often, and the worker's environment variable with its URL; or the
   * reason why the queue needs none. Without one, SQS delivers a message again for 14 days.
   */
  deadLetters: { queue: IQueue; urlVariable: string } | { noneBecause: string };
  /** What users notice while the worker does not handle its messages. */
  impact: string;
  /** Raises the alarm as soon as a message failed twice, for a queue whose messages are never early. @default false */
  alarmsAtOnce?: boolean;
  notify: ITopic;
}

/** A queue, the worker that consumes it, the redrive to the dead-letter queue, and an alarm on messages that wait too long. */
export class QueueWorker extends Construct {
  readonly queue: Queue;
  readonly worker: ServiceFunction;

  constructor(scope: Construct, id: string, props: QueueWorkerProps) {
    super(scope, id);
    const { deadLetters } = props;

    const visibilityTimeout = Duration.seconds(visibilityFactor * props.timeoutSeconds);
    this.queue = new Queue(this, "Queue", {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      visibilityTimeout,
      ...("noneBecause" in deadLetters
        ? {}
        : {
            deadLetterQueue: {
              queue: deadLetters.queue,
              maxReceiveCount: Math.ceil(receivedFor.toSeconds() / visibilityTimeout.toSeconds()),
            },
          }),
    });
    if ("noneBecause" in deadLetters)
      Validations.of(this.queue).acknowledge({ id: "AwsSolutions-SQS3", reason: deadLetters.noneBecause });

    this.worker = new ServiceFunction(this, "Worker", {
      bundles: props.bundles,
      bundle: `workers/${props.worker}`,
      description: props.description,
      timeoutSeconds: props.timeoutSeconds,
      environment: {
        ...props.environment,
        ...(props.urlVariable === undefined ? {} : { [props.urlVariable]: this.queue.queueUrl }),
        ...("noneBecause" in deadLetters ? {} : { [deadLetters.urlVariable]: deadLetters.queue.queueUrl }),
      },
      grants: [
        ...props.grants,
        ...("noneBecause" in deadLetters
          ? []
          : [{ actions: ["sqs:SendMessage"], resources: [deadLetters.queue.queueArn] }]),
        {
          actions: ["sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage", "sqs:SendMessage"],
          resources: [this.queue.queueArn],
        },
      ],
    });

    new EventSourceMapping(this, "Mapping", {
      target: this.worker.lambda,
      eventSourceArn: this.queue.queueArn,
      batchSize: props.batchSize,
      reportBatchItemFailures: true,
      maxConcurrency: props.concurrencyMax,
    });

    // The depth of a busy queue is never 0, so the alarm watches the age. SQS leaves a message out of the age once it was
    // received three times ("Available CloudWatch metrics for Amazon SQS"), so `alarmsAtOnce` has to notice it before that.
    const atOnce = props.alarmsAtOnce === true;
    serviceAlarm(this, "OldestMessage", {
      metric: this.queue.metricApproximateAgeOfOldestMessage({
        period: Duration.minutes(1),
        statistic: "Maximum",
      }),
      above: (atOnce ? visibilityTimeout.plus(handlingTimeMax) : messageAgeMax).toSeconds(),
      evaluationPeriods: atOnce ? 2 : 5,
      impact: props.impact,
      action: `Read the errors in the log of the worker ${props.worker}.${atOnce ? " Its messages stay in the queue." : ""}`,
      notify: props.notify,
    });
  }
}
