import { Duration } from "aws-cdk-lib";
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { SqsDlq } from "aws-cdk-lib/aws-lambda-event-sources";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { DataStack } from "../stacks/data.ts";
import type { Grant } from "./grants.ts";
import { serviceAlarm } from "./service-alarm.ts";
import { ServiceFunction } from "./service-function.ts";

/** The first characters of every intent's partition key (functions/table/keys.ts). */
const INTENT_KEY_PREFIX = "OUTBOX#";

const LATE = Duration.minutes(2);

export interface RelayProps {
  readonly bundles: string;
  readonly data: DataStack;
  /** Told of the records that the relay gave up on. */
  readonly failures: Queue;
  readonly environment: Readonly<Record<string, string>>;
  readonly grants: readonly Grant[];
}

/** The function that turns stored intents into messages, fed by the table's stream. */
export class Relay extends Construct {
  constructor(scope: Construct, id: string, { bundles, data, failures, environment, grants }: RelayProps) {
    super(scope, id);
    const streamArn = data.table.tableStreamArn;
    if (streamArn === undefined) throw new Error("The table has no stream");

    const { lambda } = new ServiceFunction(this, "Worker", {
      bundles,
      bundle: "workers/relay",
      description: "Turns stored intents into messages and schedules",
      timeoutSeconds: 30,
      environment,
      grants: [
        ...grants,
        { actions: ["sqs:SendMessage"], resources: [failures.queueArn] },
        {
          actions: ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"],
          resources: [streamArn],
        },
        // Lambda refuses the mapping without it, and it takes no resource.
        { actions: ["dynamodb:ListStreams"], resources: ["*"] },
      ],
    });

    new EventSourceMapping(this, "Mapping", {
      target: lambda,
      eventSourceArn: streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      // Anything else of the table, the write of every request's rate limit first, would wake the relay for nothing.
      filters: [
        FilterCriteria.filter({
          eventName: FilterRule.isEqual("INSERT"),
          dynamodb: { Keys: { pk: { S: FilterRule.beginsWith(INTENT_KEY_PREFIX) } } },
        }),
      ],
      batchSize: 100,
      // No order is promised: what takes long to hand on, as schedules do, keeps fewer others waiting.
      parallelizationFactor: 4,
      // A record that cannot be relayed would hold up its shard for a day: the sweep finds it in the table instead.
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      retryAttempts: 5,
      maxRecordAge: Duration.hours(1),
      onFailure: new SqsDlq(failures),
    });

    serviceAlarm(this, "Late", {
      metric: lambda.metric("IteratorAge", { period: Duration.minutes(1), statistic: "Maximum" }),
      above: LATE.toMilliseconds(),
      evaluationPeriods: 3,
      impact: "Runs, publications and webhook deliveries start late, for everyone; none is lost.",
      action: "Read the errors in the log of the relay.",
      notify: data.alarms,
    });
  }
}
