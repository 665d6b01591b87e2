import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Message, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { queueNames, queueVariable } from "../../functions/contract/queues.ts";
import { announcement } from "../../functions/domain/announcement.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { openRelay } from "../../functions/platform/relay.ts";
import { loadAssembly } from "../../lib/local/assembly.ts";
import { freePort } from "../../lib/local/engine-process.ts";
import { type Sqs, startSqs } from "../../lib/local/sqs.ts";
import { writeAssembly } from "../local/assembly-fixture.ts";
import { newId } from "../support/entities.ts";

const folder = mkdtempSync(join(tmpdir(), "content-pipeline-relay-"));
let sqs: Sqs;
let client: SQSClient;
let queueUrl: string;

beforeAll(async () => {
  const port = await freePort();
  const template = { Resources: { Events: { Type: "AWS::SQS::Queue", Properties: {} } } };
  const assembly = loadAssembly(writeAssembly(mkdtempSync(join(folder, "assembly-")), { S: template }), {
    publicHost: "localhost",
    queueUrlBase: `http://127.0.0.1:${port}`,
  });
  const now = Date.now();
  const anchor = { realMs: now, serviceMs: now, speed: 1 };
  const queues = assembly.ofType("AWS::SQS::Queue");
  sqs = await startSqs({ port, stateDirectory: folder, anchor, queues, log: () => undefined });
  const credentials = { accessKeyId: "x", secretAccessKey: "x" };
  client = new SQSClient({ endpoint: sqs.endpoint, region: "eu-central-1", credentials });
  queueUrl = assembly.find("S", "Events").ref;
  for (const name of queueNames) process.env[queueVariable(name, "URL")] = queueUrl;
});

afterAll(async () => {
  client.destroy();
  await sqs.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function received(count: number): Promise<Message[]> {
  const messages: Message[] = [];
  while (messages.length < count) {
    const receive = { QueueUrl: queueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 2 };
    const { Messages = [] } = await client.send(new ReceiveMessageCommand(receive));
    if (Messages.length === 0) break;
    messages.push(...Messages);
  }
  return messages;
}

function trendOf(source: string): OutgoingMessage {
  const ids = { trendId: newId("trd"), brandId: newId("brd"), pipelineId: newId("pip"), runId: newId("run") };
  const trend = {
    ...ids,
    topic: "news",
    score: 1,
    sources: [source],
    detectedAt: "2026-11-21T12:00:00.000Z",
  };
  return announcement(newId("evt"), "trend.detected", newId("org"), trend, Date.now());
}

const intentOf = (messages: OutgoingMessage[]) => ({ pk: "INTENT#0", sk: newId("evt"), messages });

describe("the relay", () => {
  it("hands on whatever characters a feed brings, unchanged", async () => {
    const sources = ["📰 Morning News", "Größe", "\uffff\ufffe", "\u2028\ud83d"];
    const messages = sources.map(trendOf);
    const { failed } = await openRelay(client).handOn([intentOf(messages)], Date.now());
    expect(failed.size).toBe(0);
    const bodies = (await received(messages.length)).map(({ Body = "" }) => JSON.parse(Body));
    expect(bodies).toHaveLength(messages.length);
    expect(bodies).toEqual(expect.arrayContaining(messages));
  });

  it("keeps nobody's message waiting for another one that cannot be sent", async () => {
    const impossible = trendOf("x".repeat(1_100_000));
    const fine = trendOf("fine");
    const intents = [intentOf([impossible]), intentOf([fine])];
    const { failed } = await openRelay(client).handOn(intents, Date.now());
    expect([...failed]).toEqual([intents[0]]);
    expect((await received(1)).map(({ Body = "" }) => JSON.parse(Body))).toEqual([fine]);
  });
});
