import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBClient, PutItemCommand, ScanCommand } from "@aws-sdk/client-dynamodb";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterEach, expect, it } from "vitest";
import { type Runtime, startRuntime } from "../../lib/emulator/runtime.ts";
import { eventually, lambda, temporaryFolder, writeAssembly } from "../support/emulator/assembly-fixture.ts";

const endings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

const table = {
  Type: "AWS::DynamoDB::Table",
  Properties: {
    AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
    StreamSpecification: { StreamViewType: "NEW_IMAGE" },
    TimeToLiveSpecification: { AttributeName: "ttl", Enabled: true },
  },
};

/** Appends each invocation to a file. A key with "poison", "once" or "throw" makes its record fail. */
const recorderSource = `
import { appendFileSync } from "node:fs";
const times = new Map();
export const handler = async (event) => {
  appendFileSync(process.env.SEEN, JSON.stringify(event) + "\\n");
  const failures = [];
  for (const record of event.Records) {
    const key = record.body ?? record.dynamodb.Keys.pk.S;
    const count = (times.get(key) ?? 0) + 1;
    times.set(key, count);
    if (key.includes("poison")) failures.push(record);
    if (key.includes("once") && count === 1) failures.push(record);
    if (key.includes("throw")) throw new Error("thrown for " + key);
  }
  return { batchItemFailures: failures.map((r) => ({ itemIdentifier: r.messageId ?? r.dynamodb.SequenceNumber })) };
};`;

async function start(
  directory: string,
  resources: object,
  speed = 1,
): Promise<{ runtime: Runtime; seen: () => Seen[] }> {
  const file = join(directory, "seen.jsonl");
  const functionResource = lambda("recorder", {
    FunctionName: "recorder",
    ReservedConcurrentExecutions: 1,
    Environment: { Variables: { SEEN: file } },
  });
  const assemblyDirectory = writeAssembly(
    temporaryFolder(),
    { S: { Resources: { Table: table, Fn: functionResource, ...resources } } },
    { recorder: recorderSource },
  );
  const runtime = await startRuntime({
    assemblyDirectory,
    stateDirectory: join(directory, "state"),
    speed,
    publicHost: "localhost:8443",
    log: () => {},
  });
  endings.push(() => runtime.stop());
  const seen = () =>
    existsSync(file)
      ? readFileSync(file, "utf8")
          .split("\n")
          // After its last line break the file is empty, or has the beginning of a line that is being written.
          .slice(0, -1)
          .map((line): Seen => JSON.parse(line))
      : [];
  return { runtime, seen };
}

interface Seen {
  Records: {
    body?: string;
    eventName?: string;
    dynamodb?: { Keys: { pk: { S: string } } };
    [name: string]: unknown;
  }[];
}

function clientOptions({ endpoints, accessKey }: Runtime, service: "dynamodb" | "sqs") {
  return { region: "us-east-1", credentials: accessKey, endpoint: endpoints[service] };
}

async function put(runtime: Runtime, ...keys: string[]): Promise<void> {
  const dynamoDb = new DynamoDBClient(clientOptions(runtime, "dynamodb"));
  for (const pk of keys)
    await dynamoDb.send(new PutItemCommand({ TableName: "S-Table", Item: { pk: { S: pk } } }));
  dynamoDb.destroy();
}

const streamMapping = {
  Type: "AWS::Lambda::EventSourceMapping",
  Properties: {
    EventSourceArn: { "Fn::GetAtt": ["Table", "StreamArn"] },
    FunctionName: { Ref: "Fn" },
    BatchSize: 100,
    BisectBatchOnFunctionError: true,
    FunctionResponseTypes: ["ReportBatchItemFailures"],
    FilterCriteria: {
      Filters: [
        { Pattern: '{"eventName":["INSERT"],"dynamodb":{"Keys":{"pk":{"S":[{"prefix":"OUTBOX#"}]}}}}' },
      ],
    },
    MaximumRetryAttempts: 1,
    MaximumRecordAgeInSeconds: 3600,
    StartingPosition: "TRIM_HORIZON",
    DestinationConfig: { OnFailure: { Destination: { "Fn::GetAtt": ["Failures", "Arn"] } } },
  },
};

const queueMapping = (queue: string) => ({
  Type: "AWS::Lambda::EventSourceMapping",
  Properties: {
    EventSourceArn: { "Fn::GetAtt": [queue, "Arn"] },
    FunctionName: { Ref: "Fn" },
    BatchSize: 10,
    FunctionResponseTypes: ["ReportBatchItemFailures"],
    ScalingConfig: { MaximumConcurrency: 2 },
  },
});

function keysOf(seen: Seen[]): string[] {
  return seen.flatMap(({ Records }) =>
    Records.map((record) => record.dynamodb?.Keys.pk.S ?? record.body ?? ""),
  );
}

it("a function gets the records that match its filter, failed records are retried, and a poison record goes to the on-failure queue", async () => {
  const { runtime, seen } = await start(temporaryFolder(), {
    Failures: { Type: "AWS::SQS::Queue" },
    Stream: streamMapping,
    FailuresMapping: queueMapping("Failures"),
  });
  await put(runtime, "OTHER#1", "OUTBOX#a", "OUTBOX#once", "OUTBOX#poison", "OUTBOX#throw", "OUTBOX#z");
  const keys = await eventually(() => {
    const all = keysOf(seen());
    return all.includes("OUTBOX#z") && all.filter((key) => key.startsWith("{")).length === 2
      ? all
      : undefined;
  });
  expect(keys).not.toContain("OTHER#1");
  expect(keys.filter((key) => key === "OUTBOX#once").length).toBeGreaterThanOrEqual(2);
  const exhausted = keys.filter((key) => key.startsWith("{")).map((body) => JSON.parse(body));
  for (const message of exhausted) {
    expect(message).toMatchObject({
      requestContext: { condition: "RetryAttemptsExhausted", approximateInvokeCount: 2 },
      DDBStreamBatchInfo: {
        batchSize: 1,
        streamArn: "arn:aws:dynamodb:us-east-1:000000000000:table/S-Table/stream/local",
      },
    });
  }
  expect(seen()[0]?.Records[0]).toMatchObject({
    eventSource: "aws:dynamodb",
    awsRegion: "us-east-1",
    eventName: "INSERT",
  });
});

/** A record of the item "slow" ends when a record of another item has ended. */
const dependentSource = `
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
const seen = () => (existsSync(process.env.SEEN) ? readFileSync(process.env.SEEN, "utf8") : "");
export const handler = async (event) => {
  const keys = event.Records.map((record) => record.dynamodb.Keys.pk.S);
  while (keys.includes("slow") && !seen().includes("quick")) await sleep(10);
  appendFileSync(process.env.SEEN, keys.join("\\n") + "\\n");
};`;

it("with a parallelization factor, other items are processed while a batch runs", async () => {
  const directory = temporaryFolder();
  const file = join(directory, "seen");
  const assemblyDirectory = writeAssembly(
    directory,
    {
      S: {
        Resources: {
          Table: table,
          Fn: lambda("dependent", { FunctionName: "dependent", Environment: { Variables: { SEEN: file } } }),
          Stream: {
            Type: "AWS::Lambda::EventSourceMapping",
            Properties: {
              EventSourceArn: { "Fn::GetAtt": ["Table", "StreamArn"] },
              FunctionName: { Ref: "Fn" },
              BatchSize: 1,
              ParallelizationFactor: 2,
              StartingPosition: "TRIM_HORIZON",
            },
          },
        },
      },
    },
    { dependent: dependentSource },
  );
  const runtime = await startRuntime({
    assemblyDirectory,
    stateDirectory: join(directory, "state"),
    publicHost: "localhost:8443",
    log: () => {},
  });
  endings.push(() => runtime.stop());
  await put(runtime, "slow", "quick");
  const keys = await eventually(() => {
    const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
    return lines.length === 2 ? lines : undefined;
  });
  expect(keys).toEqual(["quick", "slow"]);
});

it("after a restart the stream continues where the last run stopped, and the table has its items", async () => {
  const directory = temporaryFolder();
  const resources = { Failures: { Type: "AWS::SQS::Queue" }, Stream: streamMapping };
  const first = await start(directory, resources);
  await put(first.runtime, "OUTBOX#1");
  await eventually(() => (keysOf(first.seen()).includes("OUTBOX#1") ? true : undefined));
  await endings.pop()?.();

  const second = await start(directory, resources);
  await put(second.runtime, "OUTBOX#2");
  await eventually(() => (keysOf(second.seen()).includes("OUTBOX#2") ? true : undefined));
  expect(keysOf(second.seen()).filter((key) => key === "OUTBOX#1")).toHaveLength(1);
  const dynamoDb = new DynamoDBClient(clientOptions(second.runtime, "dynamodb"));
  expect((await dynamoDb.send(new ScanCommand({ TableName: "S-Table" }))).Count).toBe(2);
  dynamoDb.destroy();
});

it("only the failed messages of a batch come back after the visibility timeout, and they go to the dead-letter queue in the end", async () => {
  const { runtime, seen } = await start(
    temporaryFolder(),
    {
      Dead: { Type: "AWS::SQS::Queue" },
      Work: {
        Type: "AWS::SQS::Queue",
        Properties: {
          VisibilityTimeout: 30,
          RedrivePolicy: { deadLetterTargetArn: { "Fn::GetAtt": ["Dead", "Arn"] }, maxReceiveCount: 2 },
        },
      },
      WorkMapping: queueMapping("Work"),
      DeadMapping: queueMapping("Dead"),
    },
    60,
  );
  const sqs = new SQSClient(clientOptions(runtime, "sqs"));
  const queueUrl = runtime.assembly.find("S", "Work").ref;
  for (const body of ["good", "poison"]) {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: queueUrl,
        MessageBody: body,
        MessageAttributes: { kind: { DataType: "String", StringValue: "test" } },
      }),
    );
  }
  sqs.destroy();
  const records = await eventually(() => {
    const all = seen().flatMap(({ Records }) => Records);
    return all.some(({ eventSourceARN }) => String(eventSourceARN).endsWith("S-Dead")) ? all : undefined;
  });
  expect(records.filter(({ body }) => body === "good")).toHaveLength(1);
  const poison = records.filter(({ eventSourceARN }) => String(eventSourceARN).endsWith("S-Work"));
  expect(poison.filter(({ body }) => body === "poison")).toHaveLength(2);
  expect(records[0]).toMatchObject({
    messageId: expect.any(String),
    receiptHandle: expect.any(String),
    attributes: { ApproximateReceiveCount: "1", SentTimestamp: expect.stringMatching(/^\d+$/) },
    messageAttributes: { kind: { stringValue: "test", dataType: "String" } },
    md5OfBody: expect.any(String),
    eventSource: "aws:sqs",
    awsRegion: "us-east-1",
  });
});
