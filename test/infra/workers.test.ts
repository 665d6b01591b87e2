import { beforeAll, describe, expect, it } from "vitest";
import { type QueueName, queueNames, queueVariable } from "../../functions/contract/queues.ts";
import {
  isJsonObject,
  type Json,
  listAt,
  numberAt,
  parseJsonObject,
  textAt,
} from "../../lib/emulator/json.ts";
import { queueWorkers } from "../../lib/stacks/queue-workers.ts";
import { neededActions } from "../support/infra/bundle-needs.ts";
import {
  functionDescribed,
  type Synthesis,
  statementsOf,
  synthesis,
  type TemplateResource,
} from "../support/infra/synthesis.ts";

const fourteenDaysSeconds = 14 * 24 * 60 * 60;

let all: Synthesis;
beforeAll(() => {
  all = synthesis();
});

function mappingOf(fn: TemplateResource): TemplateResource {
  const found = all
    .ofType("AWS::Lambda::EventSourceMapping")
    .find(({ properties }) => textAt(properties, "FunctionName", "Ref") === fn.logicalId);
  if (found === undefined) throw new Error(`${fn.logicalId} has no event source`);
  return found;
}

function sourceOf(mapping: TemplateResource): TemplateResource {
  const id = listAt(mapping.properties, "EventSourceArn", "Fn::GetAtt")[0];
  const found = all.ofType("AWS::SQS::Queue").find(({ logicalId }) => logicalId === id);
  if (found === undefined) throw new Error(`${mapping.logicalId} has no queue`);
  return found;
}

function queueOf(description: string): TemplateResource {
  return sourceOf(mappingOf(functionDescribed(all, description)));
}

/** The names of a function's environment variables. */
function variablesOf(fn: TemplateResource): string[] {
  const environment = fn.properties["Environment"];
  const variables = isJsonObject(environment) ? environment["Variables"] : undefined;
  return isJsonObject(variables) ? Object.keys(variables) : [];
}

it("there are two queues of deliveries, and one queue for each other kind of work", () => {
  expect(queueNames.toSorted()).toEqual([
    "analytics",
    "dead-letters",
    "deliveries",
    "digests",
    "events",
    "publications",
    "replays",
    "runs",
    "slow-deliveries",
  ]);
});

/** The queues that each worker sends to, in addition to its own, to which it sends back messages that are not due. */
const sendsTo: Readonly<Record<QueueName, readonly QueueName[]>> = {
  "dead-letters": [],
  "slow-deliveries": [],
  deliveries: ["slow-deliveries"],
  replays: [],
  events: ["deliveries", "slow-deliveries", "dead-letters"],
  runs: [],
  publications: [],
  analytics: [],
  digests: [],
};

/** Only deliveries have a limit on concurrent workers, because endpoints can hang. */
const workersMax: Partial<Record<QueueName, number>> = { "slow-deliveries": 200, deliveries: 400 };

describe.each(queueNames)("the queue %s", (name) => {
  const row = queueWorkers[name];

  it(`the queue ${name} has a worker, and only the messages of a batch that failed return to it`, () => {
    const mapping = mappingOf(functionDescribed(all, row.description));
    expect(numberAt(mapping.properties, "BatchSize")).toBe(row.batchSize);
    expect(mapping.properties["FunctionResponseTypes"]).toEqual(["ReportBatchItemFailures"]);
  });

  it(`the workers of the queue ${name} have no limit on concurrency unless they make deliveries`, () => {
    const mapping = mappingOf(functionDescribed(all, row.description));
    expect(numberAt(mapping.properties, "ScalingConfig", "MaximumConcurrency")).toBe(workersMax[name]);
  });

  it(`the worker of the queue ${name} knows its own queue and those that it sends to, and may send to no other`, () => {
    const fn = functionDescribed(all, row.description);
    const known = [name, ...sendsTo[name]];
    const urls = variablesOf(fn).filter((variable) => variable.startsWith("QUEUE_"));
    expect(urls.toSorted()).toEqual(known.map((one) => queueVariable(one, "URL")).toSorted());
    const allowed = statementsOf(all, fn)
      .filter(({ actions }) => actions.some((action) => action === "sqs:SendMessage"))
      .flatMap(({ resources }) => resources);
    const arns = known.map((one) => {
      const { logicalId } = queueOf(queueWorkers[one].description);
      return JSON.stringify({ "Fn::GetAtt": [logicalId, "Arn"] });
    });
    expect(allowed.toSorted()).toEqual(arns.toSorted());
  });

  it(`the visibility timeout of the queue ${name} is three times the timeout of its worker`, () => {
    const fn = functionDescribed(all, row.description);
    expect(numberAt(fn.properties, "Timeout")).toBe(row.timeoutSeconds);
    expect(numberAt(queueOf(row.description).properties, "VisibilityTimeout")).toBe(3 * row.timeoutSeconds);
  });

  it(`the queue ${name} moves a message to the dead-letter queue, which keeps it for 14 days, after five receives`, () => {
    const deadLetters = queueOf(queueWorkers["dead-letters"].description);
    const redrive = {
      deadLetterTargetArn: { "Fn::GetAtt": [deadLetters.logicalId, "Arn"] },
      maxReceiveCount: 5,
    };
    expect(queueOf(row.description).properties["RedrivePolicy"]).toEqual(
      name === "dead-letters" ? undefined : redrive,
    );
    expect(numberAt(deadLetters.properties, "MessageRetentionPeriod")).toBe(fourteenDaysSeconds);
  });

  it(`the queue ${name} is encrypted and has an alarm that states the impact on users`, () => {
    const queue = queueOf(row.description);
    expect(queue.properties["SqsManagedSseEnabled"]).toBe(true);
    const alarms = all
      .ofType("AWS::CloudWatch::Alarm")
      .filter(({ properties }) =>
        JSON.stringify(properties["Dimensions"] ?? []).includes(`"${queue.logicalId}"`),
      );
    const metrics = alarms.map(({ properties }) => textAt(properties, "MetricName"));
    expect(metrics).toEqual(["ApproximateAgeOfOldestMessage"]);
    for (const { properties } of alarms) {
      expect(textAt(properties, "AlarmDescription")).toContain(row.impact);
      expect(listAt(properties, "AlarmActions")).toHaveLength(1);
    }
  });
});

it("every queue has an alarm that goes off within minutes when a message waits five minutes longer than it should", () => {
  const ages = all
    .ofType("AWS::CloudWatch::Alarm")
    .filter(({ properties }) => textAt(properties, "MetricName") === "ApproximateAgeOfOldestMessage");
  // The queue of records that the relay could not dispatch has one too.
  expect(ages).toHaveLength(queueNames.length + 1);
  for (const { properties } of ages) {
    expect(numberAt(properties, "Threshold")).toBeLessThanOrEqual(20 * 60);
    expect(textAt(properties, "ComparisonOperator")).toBe("GreaterThanThreshold");
    expect(textAt(properties, "Statistic")).toBe("Maximum");
    expect(numberAt(properties, "Period")).toBe(60);
    expect(numberAt(properties, "EvaluationPeriods")).toBeLessThanOrEqual(5);
  }
});

function relay(): TemplateResource {
  return functionDescribed(all, "Dispatches outbox messages to queues and schedules");
}

describe("the relay", () => {
  it("the relay is called for new outbox items and for nothing else", () => {
    const filters = listAt(mappingOf(relay()).properties, "FilterCriteria", "Filters");
    expect(filters.map((filter) => parseJsonObject(textAt(filter, "Pattern") ?? "", "the pattern"))).toEqual([
      { eventName: ["INSERT"], dynamodb: { Keys: { pk: { S: [{ prefix: "OUTBOX#" }] } } } },
    ]);
  });

  it("the relay never blocks its shard for more than an hour, and sends a record that it could not dispatch to the sweep", () => {
    const { properties } = mappingOf(relay());
    expect(properties["BisectBatchOnFunctionError"]).toBe(true);
    expect(properties["FunctionResponseTypes"]).toEqual(["ReportBatchItemFailures"]);
    expect(numberAt(properties, "MaximumRetryAttempts")).toBe(5);
    // Slow messages delay fewer others.
    expect(numberAt(properties, "ParallelizationFactor")).toBeGreaterThan(1);
    expect(numberAt(properties, "MaximumRecordAgeInSeconds")).toBe(3600);
    const failures = queueOf("Dispatches the outbox messages that the relay missed");
    const destination = listAt(properties, "DestinationConfig", "OnFailure", "Destination", "Fn::GetAtt");
    expect(destination[0]).toBe(failures.logicalId);
  });

  it("the relay and the sweep know every queue and may send to all of them", () => {
    for (const fn of [
      relay(),
      functionDescribed(all, "Dispatches the outbox messages that the relay missed"),
    ]) {
      const names = variablesOf(fn);
      const expected = queueNames.flatMap((name) => {
        const suffix = name.toUpperCase().replaceAll("-", "_");
        return [`QUEUE_URL_${suffix}`, `QUEUE_ARN_${suffix}`];
      });
      expect(names).toEqual(
        expect.arrayContaining([...expected, "SCHEDULE_GROUP", "SCHEDULER_ROLE_ARN", "TABLE_NAME"]),
      );
      const sends = statementsOf(all, fn).filter(({ actions }) => actions.join() === "sqs:SendMessage");
      expect(sends.some(({ resources }) => resources.length === queueNames.length)).toBe(true);
    }
  });

  it("the relay has an alarm that goes off when it is two minutes late", () => {
    const late = all
      .ofType("AWS::CloudWatch::Alarm")
      .filter(({ properties }) => textAt(properties, "MetricName") === "IteratorAge");
    expect(late).toHaveLength(1);
    for (const { properties } of late) {
      expect(JSON.stringify(properties["Dimensions"])).toContain(`"${relay().logicalId}"`);
      expect(textAt(properties, "Namespace")).toBe("AWS/Lambda");
      expect(numberAt(properties, "Threshold")).toBe(120_000);
      expect(textAt(properties, "ComparisonOperator")).toBe("GreaterThanThreshold");
    }
  });

  it("only schedules of the service's own group can assume the roles that it passes to Scheduler", () => {
    const trusts = all
      .ofType("AWS::IAM::Role")
      .map(({ properties }): Json => listAt(properties, "AssumeRolePolicyDocument", "Statement")[0] ?? null)
      .filter((statement) => textAt(statement, "Principal", "Service") === "scheduler.amazonaws.com");
    const [group] = all.ofType("AWS::Scheduler::ScheduleGroup");
    expect(trusts).toHaveLength(2);
    for (const trust of trusts) {
      expect(JSON.stringify(trust)).toContain(`"aws:SourceArn":{"Fn::GetAtt":["${group?.logicalId}","Arn"]}`);
      expect(JSON.stringify(trust)).toContain(`"aws:SourceAccount":{"Ref":"AWS::AccountId"}`);
    }
  });
});

describe.each([
  ...Object.values(queueWorkers).map(({ worker, description }) => ({ worker, description })),
  { worker: "relay", description: "Dispatches outbox messages to queues and schedules" },
  { worker: "sweep", description: "Dispatches the outbox messages that the relay missed" },
  { worker: "admin", description: "The operator's commands: creates organizations and replays dead letters" },
])("the worker $worker: $description", ({ worker, description }) => {
  it(`the role of ${worker} allows every AWS command in its bundle`, () => {
    const allowed = statementsOf(all, functionDescribed(all, description)).flatMap(({ actions }) => actions);
    expect(allowed).toEqual(expect.arrayContaining(neededActions(`workers/${worker}`)));
  });
});

describe("the sweep", () => {
  it("the sweep runs every five minutes", () => {
    const [schedule] = all.ofType("AWS::Scheduler::Schedule");
    expect(textAt(schedule?.properties, "ScheduleExpression")).toBe("rate(5 minutes)");
    const target = listAt(schedule?.properties, "Target", "Arn", "Fn::GetAtt")[0];
    expect(target).toBe(
      functionDescribed(all, "Dispatches the outbox messages that the relay missed").logicalId,
    );
  });
});
