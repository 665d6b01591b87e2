import { Duration } from "aws-cdk-lib";
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { DataStack } from "../stacks/data.ts";
import type { Grant } from "./grants.ts";
import { reservedConcurrency } from "./reserved-concurrency.ts";
import { serviceAlarm } from "./service-alarm.ts";
import { ServiceFunction } from "./service-function.ts";

/** The first characters of every outbox item's partition key (functions/table/keys.ts). */
const outboxKeyPrefix = "OUTBOX#";

const positionAgeMax = Duration.minutes(2);

export interface RelayProps {
  bundles: string;
  data: DataStack;
  environment: Readonly<Record<string, string>>;
  grants: readonly Grant[];
}

/** The function that reads new outbox items from the table's stream and dispatches their messages. */
export class Relay extends Construct {
  constructor(scope: Construct, id: string, { bundles, data, environment, grants }: RelayProps) {
    super(scope, id);
    const streamArn = data.table.tableStreamArn;
    if (streamArn === undefined) throw new Error("The table has no stream");

    const { lambda } = new ServiceFunction(this, "Worker", {
      bundles,
      bundle: "workers/relay",
      description: "Dispatches outbox messages to queues and schedules",
      timeoutSeconds: 30,
      reservedConcurrency: reservedConcurrency(this, "relayConcurrency"),
      environment,
      grants: [
        ...grants,
        {
          actions: ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"],
          resources: [streamArn],
        },
        // Lambda requires it to create the mapping. It supports no resource.
        { actions: ["dynamodb:ListStreams"], resources: ["*"] },
      ],
    });

    new EventSourceMapping(this, "Mapping", {
      target: lambda,
      eventSourceArn: streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      // Without the filter, every write to the table would call the relay, such as each request's rate limit.
      filters: [
        FilterCriteria.filter({
          eventName: FilterRule.isEqual("INSERT"),
          dynamodb: { Keys: { pk: { S: FilterRule.beginsWith(outboxKeyPrefix) } } },
        }),
      ],
      batchSize: 100,
      // Messages need no order. In parallel, slow ones such as schedules delay fewer others.
      parallelizationFactor: 4,
      // A record that always fails would block its shard for a day. Its outbox item is in the table, where the next sweep
      // finds it. So nothing has to receive the record: every failed batch would start work for all failed items.
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      retryAttempts: 5,
      maxRecordAge: Duration.hours(1),
    });

    serviceAlarm(this, "Late", {
      metric: lambda.metric("IteratorAge", { period: Duration.minutes(1), statistic: "Maximum" }),
      above: positionAgeMax.toMilliseconds(),
      evaluationPeriods: 3,
      impact: "Runs, publications and webhook deliveries start late for all customers. None is lost.",
      action: "Read the errors in the log of the relay.",
      notify: data.alarms,
    });
  }
}
