import { SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventMessage } from "../../functions/domain/event-message.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { environment } from "../../functions/platform/environment.ts";
import { openRelay } from "../../functions/platform/relay.ts";
import { openSender, type Sender } from "../../functions/platform/sender.ts";
import { listAt, textAt } from "../../lib/emulator/json.ts";
import type { AwsCall } from "../support/faults/aws-call.ts";
import { type FaultRule, startFaultProxy } from "../support/faults/fault-proxy.ts";
import { newId } from "../support/table/entities.ts";
import { type Queues, startQueues } from "../support/workers/queues.ts";

let queues: Queues;

beforeAll(async () => {
  queues = await startQueues(["events"]);
});
afterAll(() => queues.stop());

const receive = (count: number) => queues.receive("events", count);

function trendOf(source: string): OutgoingMessage {
  const ids = { trendId: newId("trd"), brandId: newId("brd"), pipelineId: newId("pip"), runId: newId("run") };
  const trend = {
    ...ids,
    topic: "news",
    score: 1,
    sources: [source],
    detectedAt: "2026-11-21T12:00:00.000Z",
  };
  return eventMessage(newId("evt"), "trend.detected", newId("org"), trend, Date.now());
}

/** A sender with something between it and the queues that does what the rule says, and notes each call that they took. */
async function sendingBy(rule: FaultRule): Promise<{ sender: Sender; calls: AwsCall[] }> {
  const calls: AwsCall[] = [];
  const sqs = environment("AWS_ENDPOINT_URL_SQS");
  const engines = { dynamodb: "", sqs, scheduler: "", kms: "", lambda: "" };
  const between = await startFaultProxy(
    engines,
    () => rule,
    (call) => calls.push(call),
  );
  const credentials = { accessKeyId: "x", secretAccessKey: "x" };
  const client = new SQSClient({ endpoint: between.sqs, region: "eu-central-1", credentials });
  return { sender: openSender(client), calls };
}

const intentOf = (messages: OutgoingMessage[]) => ({ pk: "OUTBOX#0", sk: newId("evt"), messages });

describe("the relay", () => {
  it("hands on whatever characters a feed brings, unchanged", async () => {
    const sources = ["📰 Morning News", "Größe", "\uffff\ufffe", "\u2028\ud83d"];
    const messages = sources.map(trendOf);
    const { failed } = await openRelay(openSender(queues.client)).dispatch([intentOf(messages)], Date.now());
    expect(failed.size).toBe(0);
    const bodies = await receive(messages.length);
    expect(bodies).toHaveLength(messages.length);
    expect(bodies).toEqual(expect.arrayContaining(messages));
  });

  it("keeps nobody's message waiting for another one that cannot be sent", async () => {
    const impossible = trendOf("x".repeat(1_100_000));
    const fine = trendOf("fine");
    const intents = [intentOf([impossible]), intentOf([fine])];
    const { failed } = await openRelay(openSender(queues.client)).dispatch(intents, Date.now());
    expect([...failed]).toEqual([intents[0]]);
    expect(await receive(1)).toEqual([fine]);
  });
});

describe("the sender", () => {
  it("sends more messages, and more bytes, than a queue takes at once", async () => {
    const large = Array.from({ length: 4 }, () => trendOf("x".repeat(100_000)));
    const small = Array.from({ length: 23 }, () => trendOf("small"));
    const messages = [...small, ...large];
    await openSender(queues.client).send(messages, Date.now());
    const bodies = await receive(messages.length);
    expect(bodies).toHaveLength(messages.length);
    expect(bodies).toEqual(expect.arrayContaining(messages));
  });

  it("asks a queue as few times as it may: for ten messages, or as many as fit into 256 KiB, once", async () => {
    const { sender, calls } = await sendingBy(() => ({ kind: "none" }));
    const small = Array.from({ length: 23 }, () => trendOf("small"));
    const large = Array.from({ length: 4 }, () => trendOf("x".repeat(100_000)));
    for (const messages of [small, large]) {
      await sender.send(messages, Date.now());
      await receive(messages.length);
    }
    const sizes = calls.map(({ body }) => listAt(body, "Entries").length);
    expect(sizes.slice(0, 3).toSorted((one, other) => one - other)).toEqual([3, 10, 10]);
    expect(sizes.slice(3)).toEqual([2, 2]);
  });

  it("sends each message in the group that it names: a subscription keeps only its own ones waiting", async () => {
    const { sender, calls } = await sendingBy(() => ({ kind: "none" }));
    const messages = [trendOf("one"), trendOf("other")];
    await sender.send(messages, Date.now());
    await receive(2);
    const groups = calls.flatMap(({ body }) =>
      listAt(body, "Entries").map((entry) => textAt(entry, "MessageGroupId")),
    );
    expect(groups).toEqual(messages.map(({ group }) => group));
  });

  it("says which messages of a batch the queue has left out, and no other", async () => {
    const messages = ["first", "left out", "third", "left out"].map(trendOf);
    let place = 0;
    const { sender } = await sendingBy(() => {
      place = 0;
      return {
        kind: "partial",
        isLeftOut: () => {
          place += 1;
          return place % 2 === 0;
        },
      };
    });
    const refusals = await sender.trySend(messages, Date.now());
    expect(refusals.map(({ message }) => message)).toEqual([messages[1], messages[3]]);
    const taken = await receive(2);
    expect(taken).toHaveLength(2);
    expect(taken).toEqual(expect.arrayContaining([messages[0], messages[2]]));
    await expect(sender.send(messages, Date.now())).rejects.toThrow("rejected a message");
    await receive(2);
  });

  it("says which message a queue did not take, and sends the others", async () => {
    const [impossible, fine] = [trendOf("x".repeat(1_100_000)), trendOf("fine")];
    const sender = openSender(queues.client);
    const refusals = await sender.trySend([impossible, fine], Date.now());
    expect(refusals).toMatchObject([{ message: impossible, error: expect.any(Error) }]);
    expect(await receive(1)).toHaveLength(1);
    await expect(sender.send([impossible, fine], Date.now())).rejects.toBeInstanceOf(Error);
    expect(await receive(1)).toEqual([fine]);
  });

  it("holds back what is not due, to the second at which it is", async () => {
    const now = Date.now();
    const dueMs = now + 1_200;
    await openSender(queues.client).send([{ ...trendOf("later"), notBeforeMs: dueMs }], now);
    expect(await receive(1)).toHaveLength(1);
    expect(Date.now()).toBeGreaterThanOrEqual(dueMs);
  });
});
