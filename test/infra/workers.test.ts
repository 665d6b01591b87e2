import { beforeAll, describe, expect, it } from "vitest";
import { type QueueName, queueNames, queueVariable } from "../../functions/contract/queues.ts";
import { isJsonObject, listAt, numberAt, textAt } from "../../lib/emulator/json.ts";
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

it("there are three queues of deliveries, and one queue for each other kind of work", () => {
  expect(queueNames.toSorted()).toEqual([
    "analytics",
    "channel-checks",
    "cleanups",
    "dead-letters",
    "deliveries",
    "digests",
    "events",
    "new-deliveries",
    "publications",
    "replays",
    "runs",
    "slow-deliveries",
  ]);
});

/**
 * The queues that each worker sends to, in addition to its own, to which it sends back messages that are not due, and the
 * dead-letter queue, to which it sends those that failed too often.
 */
const sendsTo: Readonly<Record<QueueName, readonly QueueName[]>> = {
  "dead-letters": [],
  "slow-deliveries": [],
  "new-deliveries": ["slow-deliveries"],
  deliveries: ["new-deliveries", "slow-deliveries"],
  replays: [],
  events: ["deliveries", "new-deliveries", "slow-deliveries"],
  runs: ["events", "deliveries", "new-deliveries", "slow-deliveries"],
  publications: ["events", "deliveries", "new-deliveries", "slow-deliveries"],
  analytics: [],
  digests: [],
  "channel-checks": [],
  cleanups: [],
};

const daySeconds = 24 * 60 * 60;
/** The quota of concurrent executions of an account that did not ask for more. */
const accountConcurrency = 1_000;
/** What the workers leave of it for the API and the relay. */
const leftForRequests = 150;

describe.each(queueNames)("the queue %s", (name) => {
  const row = queueWorkers[name];

  it(`the queue ${name} has a worker, and only the messages of a batch that failed return to it`, () => {
    const mapping = mappingOf(functionDescribed(all, row.description));
    expect(numberAt(mapping.properties, "BatchSize")).toBe(row.batchSize);
    expect(mapping.properties["FunctionResponseTypes"]).toEqual(["ReportBatchItemFailures"]);
  });

  it(`the workers of the queue ${name} have a limit on concurrency`, () => {
    const mapping = mappingOf(functionDescribed(all, row.description));
    expect(numberAt(mapping.properties, "ScalingConfig", "MaximumConcurrency")).toBe(row.concurrencyMax);
  });

  it(`the worker of the queue ${name} knows its own queue and those that it sends to, and may send to no other`, () => {
    const fn = functionDescribed(all, row.description);
    const known = [...new Set([name, ...sendsTo[name], "dead-letters" as const])];
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

  it(`the visibility timeout of the queue ${name} is six times the timeout of its worker, as AWS recommends`, () => {
    const fn = functionDescribed(all, row.description);
    expect(numberAt(fn.properties, "Timeout")).toBe(row.timeoutSeconds);
    expect(numberAt(queueOf(row.description).properties, "VisibilityTimeout")).toBe(6 * row.timeoutSeconds);
  });

  it(`the queue ${name} does not move a message to the dead-letter queue while its worker is throttled for a day, and the dead-letter queue keeps it for 14 days`, () => {
    const deadLetters = queueOf(queueWorkers["dead-letters"].description);
    const { properties } = queueOf(row.description);
    const target = listAt(properties, "RedrivePolicy", "deadLetterTargetArn", "Fn::GetAtt");
    expect(target).toEqual(name === "dead-letters" ? [] : [deadLetters.logicalId, "Arn"]);
    expect(numberAt(deadLetters.properties, "MessageRetentionPeriod")).toBe(fourteenDaysSeconds);
    if (name === "dead-letters") return;
    // A throttled message is received once in each visibility timeout.
    const receives = numberAt(properties, "RedrivePolicy", "maxReceiveCount") ?? 0;
    const triedSeconds = receives * (numberAt(properties, "VisibilityTimeout") ?? 0);
    expect(triedSeconds).toBeGreaterThan(daySeconds);
    expect(triedSeconds).toBeLessThan(numberAt(properties, "MessageRetentionPeriod") ?? 0);
    // The most that SQS accepts.
    expect(receives).toBeLessThanOrEqual(1_000);
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
  expect(ages).toHaveLength(queueNames.length);
  for (const { properties } of ages) {
    expect(numberAt(properties, "Threshold")).toBeLessThanOrEqual(20 * 60);
    expect(textAt(properties, "ComparisonOperator")).toBe("GreaterThanThreshold");
    expect(textAt(properties, "Statistic")).toBe("Maximum");
    expect(numberAt(properties, "Period")).toBe(60);
    expect(numberAt(properties, "EvaluationPeriods")).toBeLessThanOrEqual(5);
  }
});

it("all workers together leave executions of a usual account to the API and the relay", () => {
  const limits = all
    .ofType("AWS::Lambda::EventSourceMapping")
    .flatMap(({ properties }) => numberAt(properties, "ScalingConfig", "MaximumConcurrency") ?? []);
  expect(limits).toHaveLength(queueNames.length);
  expect(limits.reduce((sum, limit) => sum + limit, 0)).toBeLessThanOrEqual(
    accountConcurrency - leftForRequests,
  );
});

it("one organization gets a quarter of the workers for platforms, and for endpoints that are not known to be quick", () => {
  for (const name of ["publications", "new-deliveries", "slow-deliveries"] as const) {
    const { description, concurrencyMax } = queueWorkers[name];
    const permits = textAt(
      functionDescribed(all, description).properties,
      "Environment",
      "Variables",
      "ORGANIZATION_PERMITS",
    );
    expect(Number(permits)).toBe(concurrencyMax / 4);
  }
});

describe.each([
  ...Object.values(queueWorkers).map(({ worker, description }) => ({ worker, description })),
  { worker: "relay", description: "Dispatches outbox messages to queues and schedules" },
  { worker: "sweep", description: "Dispatches the outbox messages that the relay missed" },
  {
    worker: "admin",
    description: "The operator's commands: creates organizations, sets their limits and replays dead letters",
  },
])("the worker $worker: $description", ({ worker, description }) => {
  it(`the role of ${worker} allows every AWS command in its bundle`, () => {
    const allowed = statementsOf(all, functionDescribed(all, description)).flatMap(({ actions }) => actions);
    expect(allowed).toEqual(expect.arrayContaining(neededActions(`workers/${worker}`)));
  });
});

it("only the worker of runs may ask models of Amazon Bedrock, and apply the guardrails of the account", () => {
  const asking = all.ofType("AWS::Lambda::Function").flatMap((fn) => {
    const granted = statementsOf(all, fn).flatMap(({ actions }) => actions);
    const found = granted.filter((action) => action.startsWith("bedrock:"));
    return found.length === 0 ? [] : [[textAt(fn.properties, "Description"), ...found]];
  });
  expect(asking).toEqual([[queueWorkers.runs.description, "bedrock:InvokeModel", "bedrock:ApplyGuardrail"]]);
});
