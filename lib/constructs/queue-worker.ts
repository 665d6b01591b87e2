import { Duration, Validations } from "aws-cdk-lib";
import { EventSourceMapping } from "aws-cdk-lib/aws-lambda";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { type IQueue, Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Grant } from "./grants.ts";
import { serviceAlarm } from "./service-alarm.ts";
import { ServiceFunction } from "./service-function.ts";

/** How often a message is received before it goes to the dead-letter queue. */
const MAX_RECEIVE_COUNT = 5;
/** A message may be put into its queue up to 15 minutes before it is due; five more mean that nobody takes it. */
const OLDEST_MESSAGE_MAX_AGE = Duration.minutes(20);
/** A message that is older than the time for which it is hidden, and this, was taken twice and handled neither time. */
const HANDLING_MAX = Duration.seconds(30);

export interface QueueWorkerProps {
  readonly bundles: string;
  /** `workers/<file>` without the folder. */
  readonly worker: string;
  readonly description: string;
  readonly batchSize: number;
  readonly timeoutSeconds: number;
  readonly environment: Readonly<Record<string, string>>;
  /** The variable that tells the worker its queue's URL, to put a message back that came early. */
  readonly urlVariable?: string;
  /** How many of the worker run at once at most. */
  readonly concurrencyMax?: number;
  readonly grants: readonly Grant[];
  /** Takes what failed too often. Without one, a message is tried until `retention` ends. */
  readonly deadLetterQueue?: IQueue;
  readonly retention?: Duration;
  /** Why it needs no dead-letter queue, where it has none. */
  readonly noDeadLetterQueueReason?: string;
  /** What users notice when its messages stay unhandled. */
  readonly impact: string;
  /** For a queue whose messages may not wait at all: alarms as soon as one has been handled twice in vain. */
  readonly alarmsAtOnce?: boolean;
  readonly notify: ITopic;
}

/** A queue, the worker that consumes it, the way to the dead-letter queue, and alarms that say what users notice. */
export class QueueWorker extends Construct {
  readonly queue: Queue;
  readonly worker: ServiceFunction;

  constructor(scope: Construct, id: string, props: QueueWorkerProps) {
    super(scope, id);

    // A batch that is retried inside the function's own time would be handled twice at once.
    const visibilityTimeout = Duration.seconds(3 * props.timeoutSeconds);
    this.queue = new Queue(this, "Queue", {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: props.retention ?? Duration.days(14),
      visibilityTimeout,
      ...(props.deadLetterQueue === undefined
        ? {}
        : { deadLetterQueue: { queue: props.deadLetterQueue, maxReceiveCount: MAX_RECEIVE_COUNT } }),
    });
    if (props.noDeadLetterQueueReason !== undefined) {
      Validations.of(this.queue).acknowledge({
        id: "AwsSolutions-SQS3",
        reason: props.noDeadLetterQueueReason,
      });
    }

    this.worker = new ServiceFunction(this, "Worker", {
      bundles: props.bundles,
      bundle: `workers/${props.worker}`,
      description: props.description,
      timeoutSeconds: props.timeoutSeconds,
      environment: {
        ...props.environment,
        ...(props.urlVariable === undefined ? {} : { [props.urlVariable]: this.queue.queueUrl }),
      },
      grants: [
        ...props.grants,
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
      ...(props.concurrencyMax === undefined ? {} : { maxConcurrency: props.concurrencyMax }),
    });

    // Not the depth: what is handled within a second still shows in it while more keeps coming. And at once means early: a
    // message that was received three times in vain does not count for the age any more (SQS, "Available metrics").
    const atOnce = props.alarmsAtOnce === true;
    serviceAlarm(this, "OldestMessage", {
      metric: this.queue.metricApproximateAgeOfOldestMessage({
        period: Duration.minutes(1),
        statistic: "Maximum",
      }),
      above: (atOnce ? visibilityTimeout.plus(HANDLING_MAX) : OLDEST_MESSAGE_MAX_AGE).toSeconds(),
      evaluationPeriods: atOnce ? 2 : 5,
      impact: props.impact,
      action: `Read the errors in the log of the worker ${props.worker}${atOnce ? "; its messages stay in the queue meanwhile" : ""}.`,
      notify: props.notify,
    });
  }
}
