import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { CreateScheduleCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterEach, expect, it } from "vitest";
import { eventually, lambda, temporaryFolder, writeAssembly } from "../support/emulator/assembly-fixture.ts";

const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function run(assemblyDirectory: string, stateDirectory: string) {
  const script = fileURLToPath(new URL("../support/emulator/killed-runtime.ts", import.meta.url));
  const child = spawn(process.execPath, [script, assemblyDirectory, stateDirectory], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const [line]: unknown[] = await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(([code]) =>
      Promise.reject(new Error(`The runtime did not start: ${String(code)}`)),
    ),
  ]);
  const ready: {
    endpoints: { dynamodb: string; sqs: string; scheduler: string };
    accessKey: { accessKeyId: string; secretAccessKey: string };
  } = JSON.parse(String(line));
  return { child, ...ready };
}

/** Takes 500 ms for each message, so a kill can come while it works. */
const slowSource = `
import { appendFileSync } from "node:fs";
export const handler = async (event) => {
  for (const record of event.Records) {
    appendFileSync(process.env.SEEN, "begun " + (record.body ?? record.dynamodb.Keys.pk.S) + "\\n");
    await new Promise((resolve) => setTimeout(resolve, 500));
    appendFileSync(process.env.SEEN, "done " + (record.body ?? record.dynamodb.Keys.pk.S) + "\\n");
  }
};`;

const mapping = (source: object, more: object = {}) => ({
  Type: "AWS::Lambda::EventSourceMapping",
  Properties: { EventSourceArn: source, FunctionName: { Ref: "Fn" }, BatchSize: 1, ...more },
});

it("a killed runtime leaves no process behind, and the next start finishes every message, delay, schedule and stream record", async () => {
  const directory = temporaryFolder();
  const seenFile = join(directory, "seen");
  const assembly = writeAssembly(
    directory,
    {
      S: {
        Resources: {
          Table: {
            Type: "AWS::DynamoDB::Table",
            Properties: {
              AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
              KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
              StreamSpecification: { StreamViewType: "KEYS_ONLY" },
            },
          },
          Work: { Type: "AWS::SQS::Queue", Properties: { VisibilityTimeout: 900 } },
          Fn: lambda("slow", { FunctionName: "slow", Environment: { Variables: { SEEN: seenFile } } }),
          FromQueue: mapping({ "Fn::GetAtt": ["Work", "Arn"] }),
          FromStream: mapping({ "Fn::GetAtt": ["Table", "StreamArn"] }, { StartingPosition: "TRIM_HORIZON" }),
        },
      },
    },
    { slow: slowSource },
  );
  const state = join(directory, "state");
  const first = await run(assembly, state);

  const credentials = first.accessKey;
  const dynamoDb = new DynamoDBClient({
    region: "us-east-1",
    credentials,
    endpoint: first.endpoints.dynamodb,
  });
  const sqs = new SQSClient({ region: "us-east-1", credentials, endpoint: first.endpoints.sqs });
  const scheduler = new SchedulerClient({
    region: "us-east-1",
    credentials,
    endpoint: first.endpoints.scheduler,
  });
  const queueUrl = `${first.endpoints.sqs}/000000000000/S-Work`;
  await scheduler.send(
    new CreateScheduleCommand({
      Name: "scheduled",
      ScheduleExpression: `at(${new Date(Date.now() + 3000).toISOString().slice(0, 19)})`,
      FlexibleTimeWindow: { Mode: "OFF" },
      ActionAfterCompletion: "DELETE",
      Target: {
        Arn: "arn:aws:sqs:us-east-1:000000000000:S-Work",
        RoleArn: "arn:aws:iam::0:role/r",
        Input: "scheduled",
      },
    }),
  );
  await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: "delayed", DelaySeconds: 2 }));
  await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: "queued" }));
  await dynamoDb.send(new PutItemCommand({ TableName: "S-Table", Item: { pk: { S: "streamed" } } }));
  for (const client of [dynamoDb, sqs, scheduler]) client.destroy();

  const seen = () => (existsSync(seenFile) ? readFileSync(seenFile, "utf8") : "");
  await eventually(() =>
    seen().includes("begun queued") && seen().includes("begun streamed") ? true : undefined,
  );
  await kill(first.child);
  expect(seen()).not.toContain("done queued");
  const { hostname, port } = new URL(first.endpoints.dynamodb);
  await eventually(async () => ((await listens(hostname, Number(port))) ? undefined : true), 3000);

  await run(assembly, state);
  await eventually(() =>
    ["queued", "streamed", "delayed", "scheduled"].every((name) => seen().includes(`done ${name}`))
      ? true
      : undefined,
  );
});

function listens(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
