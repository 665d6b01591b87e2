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
  return { client, queueUrl, receive, end, call: sqs.call };
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

it("a call in process and a call over HTTP see the same queue", async () => {
  const { client, queueUrl, receive, call } = await start(temporaryFolder(), 1);
  const attributes = { kind: { DataType: "String", StringValue: "test" } };
  const body = { MessageBody: "over HTTP", MessageAttributes: attributes };
  await client.send(new SendMessageCommand({ QueueUrl: queueUrl, ...body }));
  const { Messages } = await call("ReceiveMessage", {
    QueueUrl: queueUrl,
    MessageAttributeNames: ["All"],
    MessageSystemAttributeNames: ["All"],
    VisibilityTimeout: 600,
    WaitTimeSeconds: 5,
  });
  expect(Messages).toEqual([
    expect.objectContaining({
      Body: "over HTTP",
      MessageAttributes: attributes,
      Attributes: expect.objectContaining({ ApproximateReceiveCount: "1" }),
    }),
  ]);
  expect(await receive(0)).toHaveLength(0);

  await call("SendMessage", { QueueUrl: queueUrl, MessageBody: "in process" });
  expect((await receive(5)).map(({ Body }) => Body)).toEqual(["in process"]);
});

it("a call in process rejects with SQS's error type, with the reason of its signal, and when the queues have ended", async () => {
  const { queueUrl, call, end } = await start(temporaryFolder(), 1);
  await expect(call("ReceiveMessage", { QueueUrl: `${queueUrl}-other` })).rejects.toMatchObject({
    code: "QueueDoesNotExist",
  });
  await expect(call("ReceiveMessages", { QueueUrl: queueUrl })).rejects.toThrow("ReceiveMessages");

  const stopping = new AbortController();
  const longPoll = { QueueUrl: queueUrl, WaitTimeSeconds: 20 };
  const aborted = call("ReceiveMessage", longPoll, stopping.signal);
  const interrupted = call("ReceiveMessage", longPoll);
  stopping.abort(new Error("the poller stops"));
  await expect(aborted).rejects.toThrow("the poller stops");

  // It returns nothing or rejects, but it does not wait for ever.
  await Promise.allSettled([interrupted, end()]);
  await expect(call("ReceiveMessage", longPoll)).rejects.toThrow("The queues have ended");
});
