import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { afterEach, expect, it } from "vitest";
import { newAccessKey } from "../../lib/emulator/access-key.ts";
import { loadAssembly } from "../../lib/emulator/assembly.ts";
import { freePort } from "../../lib/emulator/free-port.ts";
import { anchorAt } from "../../lib/emulator/service-date.ts";
import { startSqs } from "../../lib/emulator/sqs.ts";
import { temporaryFolder, writeAssembly } from "../support/emulator/assembly-fixture.ts";

const accessKey = newAccessKey();
const endings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

async function start(stateDirectory: string, speed: number, properties: object = {}) {
  const port = await freePort();
  const template = { Resources: { Queue: { Type: "AWS::SQS::Queue", Properties: properties } } };
  const assembly = loadAssembly(writeAssembly(temporaryFolder(), { S: template }), {
    publicHost: "localhost",
    queueUrlBase: `http://127.0.0.1:${port}`,
  });
  const sqs = await startSqs({
    port,
    accessKey,
    stateDirectory,
    anchor: anchorAt(Date.now(), speed),
    queues: assembly.ofType("AWS::SQS::Queue"),
    log: () => {},
  });
  const client = new SQSClient({
    endpoint: sqs.endpoint,
    region: "us-east-1",
    credentials: accessKey,
  });
  const end = async () => {
    endings.splice(endings.indexOf(end), 1);
    client.destroy();
    await sqs.stop();
  };
  endings.push(end);
  const queueUrl = assembly.find("S", "Queue").ref;
  const receive = async (waitSeconds: number) => {
    const command = new ReceiveMessageCommand({ QueueUrl: queueUrl, WaitTimeSeconds: waitSeconds });
    return (await client.send(command)).Messages ?? [];
  };
  return { client, queueUrl, receive, end };
}

it("a message's delay runs on the service clock", async () => {
  const { client, queueUrl, receive } = await start(temporaryFolder(), 60);
  const sentAt = performance.now();
  await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: "soon", DelaySeconds: 60 }));
  expect(await receive(0)).toHaveLength(0);
  expect(await receive(5)).toHaveLength(1);
  const tookMs = performance.now() - sentAt;
  expect(tookMs).toBeGreaterThan(950);
  expect(tookMs).toBeLessThan(2000);
});

it("after a restart, messages are there, messages in flight are visible again, and changed attributes apply", async () => {
  const directory = temporaryFolder();
  const first = await start(directory, 1, { VisibilityTimeout: 600 });
  await first.client.send(
    new SendMessageCommand({ QueueUrl: first.queueUrl, MessageBody: "held", MessageGroupId: "tenant" }),
  );
  expect(await first.receive(1)).toHaveLength(1);
  expect(await first.receive(0)).toHaveLength(0);
  await first.end();

  const second = await start(directory, 1, { VisibilityTimeout: 60 });
  expect((await second.receive(1)).map(({ Body }) => Body)).toEqual(["held"]);
  const attributes = await second.client.send(
    new GetQueueAttributesCommand({ QueueUrl: second.queueUrl, AttributeNames: ["VisibilityTimeout"] }),
  );
  expect(attributes.Attributes).toEqual({ VisibilityTimeout: "60" });
});
