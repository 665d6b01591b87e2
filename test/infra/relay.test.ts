import { beforeAll, describe, expect, it } from "vitest";
import { queueNames } from "../../functions/contract/queues.ts";
import {
  isJsonObject,
  type Json,
  listAt,
  numberAt,
  parseJsonObject,
  textAt,
} from "../../lib/emulator/json.ts";
import {
  functionDescribed,
  type Synthesis,
  statementsOf,
  synthesis,
  type TemplateResource,
} from "../support/infra/synthesis.ts";

let all: Synthesis;
beforeAll(() => {
  all = synthesis();
});

function relay(): TemplateResource {
  return functionDescribed(all, "Dispatches outbox messages to queues and schedules");
}

function sweep(): TemplateResource {
  return functionDescribed(all, "Dispatches the outbox messages that the relay missed");
}

/** The event source of the relay. */
function stream(): TemplateResource {
  const found = all
    .ofType("AWS::Lambda::EventSourceMapping")
    .find(({ properties }) => textAt(properties, "FunctionName", "Ref") === relay().logicalId);
  if (found === undefined) throw new Error("the relay has no event source");
  return found;
}

/** The names of a function's environment variables. */
function variablesOf(fn: TemplateResource): string[] {
  const environment = fn.properties["Environment"];
  const variables = isJsonObject(environment) ? environment["Variables"] : undefined;
  return isJsonObject(variables) ? Object.keys(variables) : [];
}

describe("the relay", () => {
  it("the relay is called for new outbox items and for nothing else", () => {
    const filters = listAt(stream().properties, "FilterCriteria", "Filters");
    expect(filters.map((filter) => parseJsonObject(textAt(filter, "Pattern") ?? "", "the pattern"))).toEqual([
      { eventName: ["INSERT"], dynamodb: { Keys: { pk: { S: [{ prefix: "OUTBOX#" }] } } } },
    ]);
  });

  it("the relay never blocks its shard for more than an hour, and a record that it could not dispatch starts no work", () => {
    const { properties } = stream();
    expect(properties["BisectBatchOnFunctionError"]).toBe(true);
    expect(properties["FunctionResponseTypes"]).toEqual(["ReportBatchItemFailures"]);
    expect(numberAt(properties, "MaximumRetryAttempts")).toBe(5);
    // Slow messages delay fewer others.
    expect(numberAt(properties, "ParallelizationFactor")).toBeGreaterThan(1);
    expect(numberAt(properties, "MaximumRecordAgeInSeconds")).toBe(3600);
    expect(properties).not.toHaveProperty("DestinationConfig");
  });

  it("the relay and the sweep may create and delete schedules of the service's own group, and no others", () => {
    const [group] = all.ofType("AWS::Scheduler::ScheduleGroup");
    for (const fn of [relay(), sweep()]) {
      const grants = statementsOf(all, fn).filter(({ actions }) => actions.join().includes("scheduler:"));
      expect(grants).toHaveLength(1);
      expect(grants[0]?.actions).toEqual(["scheduler:CreateSchedule", "scheduler:DeleteSchedule"]);
      expect(grants[0]?.resources.join()).toContain(`:schedule/",{"Ref":"${group?.logicalId}"},"/*"`);
    }
  });

  it("the relay and the sweep know every queue and may send to all of them", () => {
    for (const fn of [relay(), sweep()]) {
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

  it("the relay may open the secrets that sign deliveries and seal none, and the sweep may do neither", () => {
    const [key] = all.ofType("AWS::KMS::Key");
    const usesOf = (fn: TemplateResource) =>
      statementsOf(all, fn).filter(({ actions }) => actions.join().includes("kms:"));
    expect(usesOf(relay()).map(({ actions }) => actions)).toEqual([["kms:Decrypt"]]);
    expect(JSON.stringify(usesOf(relay())[0]?.resources)).toContain(key?.logicalId);
    expect(variablesOf(relay())).toContain("SECRETS_KEY_ID");
    expect(usesOf(sweep())).toEqual([]);
    expect(variablesOf(sweep())).not.toContain("SECRETS_KEY_ID");
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

describe("the sweep", () => {
  it("the sweep runs every five minutes", () => {
    const [schedule] = all.ofType("AWS::Scheduler::Schedule");
    expect(textAt(schedule?.properties, "ScheduleExpression")).toBe("rate(5 minutes)");
    const target = listAt(schedule?.properties, "Target", "Arn", "Fn::GetAtt")[0];
    expect(target).toBe(sweep().logicalId);
  });

  it("a sweep ends before the next one starts, and nothing but the schedule starts one", () => {
    expect(numberAt(sweep().properties, "Timeout")).toBeLessThan(5 * 60);
    const mappings = all.ofType("AWS::Lambda::EventSourceMapping");
    expect(mappings.map(({ properties }) => textAt(properties, "FunctionName", "Ref"))).not.toContain(
      sweep().logicalId,
    );
  });

  it("an alarm goes off when a message could not be dispatched for a quarter of an hour", () => {
    const [stuck, ...others] = all
      .ofType("AWS::CloudWatch::Alarm")
      .filter(({ properties }) => textAt(properties, "MetricName") === "OldestOutboxAge");
    expect(others).toEqual([]);
    expect(stuck?.properties).toMatchObject({
      Namespace: "ContentPipeline",
      Dimensions: [{ Name: "service", Value: "content-pipeline" }],
      Statistic: "Maximum",
      Period: 300,
      Threshold: 900,
      EvaluationPeriods: 2,
      ComparisonOperator: "GreaterThanThreshold",
    });
    expect(listAt(stuck?.properties, "AlarmActions")).toHaveLength(1);
  });
});
