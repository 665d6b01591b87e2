import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DynamoDBClient, GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { CreateScheduleCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { expect, it, onTestFinished } from "vitest";
import { watchDisk } from "../../lib/emulator/disk-space.ts";
import { openFunctionLog } from "../../lib/emulator/lambda/function-log.ts";
import { eventually, temporaryFolder, writeAssembly } from "../support/emulator/assembly-fixture.ts";
import { noSmallDisk, openSmallDisk } from "../support/emulator/small-disk.ts";
import { run } from "../support/local/start-process.ts";

const reason = noSmallDisk();
if (reason !== undefined) console.warn(`Tests of a full disk are skipped: ${reason}`);

const resources = {
  Table: {
    Type: "AWS::DynamoDB::Table",
    Properties: {
      AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
    },
  },
  Dead: { Type: "AWS::SQS::Queue", Properties: {} },
  Work: {
    Type: "AWS::SQS::Queue",
    Properties: {
      VisibilityTimeout: 1,
      RedrivePolicy: { deadLetterTargetArn: { "Fn::GetAtt": ["Dead", "Arn"] }, maxReceiveCount: 2 },
    },
  },
};

async function start(program: readonly string[]) {
  const command = run(program);
  const lines = await Promise.race([
    eventually(() => (command.output.stdout.includes("\n") ? command.output.stdout : undefined), 30_000),
    command.ended.then(({ stderr }) => Promise.reject(new Error(stderr))),
  ]);
  const ready: {
    endpoints: Record<"dynamodb" | "sqs" | "scheduler", string>;
    accessKey: { accessKeyId: string; secretAccessKey: string };
  } = JSON.parse(lines);
  const options = (service: keyof typeof ready.endpoints) => ({
    endpoint: ready.endpoints[service],
    region: "us-east-1",
    credentials: ready.accessKey,
    maxAttempts: 1,
  });
  const dynamoDb = new DynamoDBClient(options("dynamodb"));
  const sqs = new SQSClient(options("sqs"));
  const scheduler = new SchedulerClient(options("scheduler"));
  onTestFinished(() => {
    for (const client of [dynamoDb, sqs, scheduler]) client.destroy();
  });
  const urlOf = (queue: string) => `${ready.endpoints.sqs}/000000000000/S-${queue}`;
  const bodies = async (queue: string): Promise<string[]> => {
    const receive = { QueueUrl: urlOf(queue), MaxNumberOfMessages: 10 };
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand(receive));
    return Messages.map(({ Body = "" }) => Body);
  };
  const key = { pk: { S: "an item" } };
  return {
    command,
    bodies,
    send: (MessageBody: string) => sqs.send(new SendMessageCommand({ QueueUrl: urlOf("Work"), MessageBody })),
    put: (value: string) =>
      dynamoDb.send(new PutItemCommand({ TableName: "S-Table", Item: { ...key, value: { S: value } } })),
    get: async () =>
      (await dynamoDb.send(new GetItemCommand({ TableName: "S-Table", Key: key }))).Item?.["value"]?.S,
    schedule: (Name: string, Input: string) =>
      scheduler.send(
        new CreateScheduleCommand({
          Name,
          ScheduleExpression: "at(2099-01-01T00:00:00)",
          FlexibleTimeWindow: { Mode: "OFF" },
          Target: {
            Arn: "arn:aws:sqs:us-east-1:000000000000:S-Work",
            RoleArn: "arn:aws:iam::0:role/r",
            Input,
          },
        }),
      ),
  };
}

/** Returns the bodies of two messages, in order of their text. One call may receive only one of them. */
async function receiveTwo(receive: () => Promise<string[]>): Promise<string[]> {
  const received: string[] = [];
  return eventually(async () => {
    received.push(...(await receive()));
    return received.length >= 2 ? received.toSorted() : undefined;
  });
}

it.skipIf(reason !== undefined)(
  "while the disk is full, writes fail with 5xx and nothing is lost; when it has room, everything goes on",
  async () => {
    const assembly = writeAssembly(temporaryFolder(), { S: { Resources: resources } });
    const disk = await openSmallDisk("8m");
    const state = join(disk.folder, "state");
    const script = fileURLToPath(new URL("../support/emulator/killed-runtime.ts", import.meta.url));
    const program = disk.command([process.execPath, script, assembly, state]);
    const runtime = await start(program);
    const failed = { $metadata: { httpStatusCode: 500 } };
    const large = "x".repeat(100_000);

    await runtime.send("first");
    await runtime.send("second");
    await runtime.put("before");
    disk.fill();
    await expect(runtime.send(large)).rejects.toMatchObject(failed);
    await expect(runtime.put(large)).rejects.toMatchObject(failed);
    await expect(runtime.schedule("large", large)).rejects.toMatchObject(failed);
    expect(await runtime.get()).toBe("before");

    // Messages are received two times, and then moved to the dead-letter queue, without room for any of it.
    for (let times = 0; times < 2; times += 1) {
      expect(await receiveTwo(() => runtime.bodies("Work"))).toEqual(["first", "second"]);
    }
    const dead = await receiveTwo(async () => {
      expect(await runtime.bodies("Work")).toEqual([]);
      return runtime.bodies("Dead");
    });
    expect(dead).toEqual(["first", "second"]);
    const said = () => runtime.command.output.stderr.split("\n").filter((line) => line.includes("ENOSPC"));
    await eventually(() => (said().length > 0 ? true : undefined));
    expect(said()).toEqual([expect.stringMatching(/^The disk of \S+\/state is full \(ENOSPC\): /)]);

    disk.free();
    await eventually(
      () => (runtime.command.output.stderr.includes("has room again") ? true : undefined),
      20_000,
    );
    await runtime.put("after");
    await runtime.send("third");
    await runtime.schedule("large", large);
    expect(await runtime.get()).toBe("after");

    runtime.command.child.kill("SIGKILL");
    await runtime.command.ended;
    const restarted = await start(program);
    expect(await restarted.get()).toBe("after");
    expect(await restarted.bodies("Work")).toEqual(["third"]);
    // They were received and not deleted, so they come again.
    expect(await receiveTwo(() => restarted.bodies("Dead"))).toEqual(["first", "second"]);
  },
  60_000,
);

it.runIf(process.platform === "linux")(
  "the functions' log says that the disk is full, and throws nothing",
  () => {
    const folder = temporaryFolder();
    symlinkSync("/dev/full", join(folder, "functions.log"));
    const lines: string[] = [];
    const disk = watchDisk(folder, (line) => lines.push(line));
    onTestFinished(() => disk.stop());
    const log = openFunctionLog(
      folder,
      () => 0,
      (line) => lines.push(line),
      { disk },
    );
    log.line("fn", "a line");
    log.close();
    expect(lines).toEqual([expect.stringContaining(`The disk of ${folder} is full (ENOSPC)`)]);
  },
);

it("the functions' log has at most two files of the given size, and loses no line of the newer one", () => {
  const folder = temporaryFolder();
  const problems: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    const log = openFunctionLog(
      folder,
      () => 0,
      (line) => problems.push(line),
      { bytesMax: 1000 },
    );
    for (let line = 0; line < 20; line += 1) log.line("fn", `${round} ${line}`);
    log.close();
  }
  const [older, newer] = ["functions.log.1", "functions.log"].map((name) =>
    readFileSync(join(folder, name), "utf8"),
  );
  expect(`${older}${newer}`.trimEnd().split("\n").at(-1)).toContain("fn 4 19");
  expect((older ?? "").length).toBeLessThan(2000);
  expect(problems).toEqual([]);
});
