import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { announcement } from "../../functions/domain/announcement.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { openRelay } from "../../functions/platform/relay.ts";
import { openSender } from "../../functions/platform/sender.ts";
import { newId } from "../support/entities.ts";
import { type Queues, startQueues } from "../support/queues.ts";

let queues: Queues;

beforeAll(async () => {
  queues = await startQueues(["events"]);
});
afterAll(() => queues.stop());

const received = (count: number) => queues.received("events", count);

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
    const { failed } = await openRelay(openSender(queues.client)).handOn([intentOf(messages)], Date.now());
    expect(failed.size).toBe(0);
    const bodies = await received(messages.length);
    expect(bodies).toHaveLength(messages.length);
    expect(bodies).toEqual(expect.arrayContaining(messages));
  });

  it("keeps nobody's message waiting for another one that cannot be sent", async () => {
    const impossible = trendOf("x".repeat(1_100_000));
    const fine = trendOf("fine");
    const intents = [intentOf([impossible]), intentOf([fine])];
    const { failed } = await openRelay(openSender(queues.client)).handOn(intents, Date.now());
    expect([...failed]).toEqual([intents[0]]);
    expect(await received(1)).toEqual([fine]);
  });
});

describe("the sender", () => {
  it("sends more messages, and more bytes, than a queue takes at once", async () => {
    const large = Array.from({ length: 4 }, () => trendOf("x".repeat(100_000)));
    const small = Array.from({ length: 23 }, () => trendOf("small"));
    const messages = [...small, ...large];
    await openSender(queues.client).send(messages, Date.now());
    const bodies = await received(messages.length);
    expect(bodies).toHaveLength(messages.length);
    expect(bodies).toEqual(expect.arrayContaining(messages));
  });

  it("says which message a queue did not take, and sends the others", async () => {
    const [impossible, fine] = [trendOf("x".repeat(1_100_000)), trendOf("fine")];
    const sender = openSender(queues.client);
    const refusals = await sender.trySend([impossible, fine], Date.now());
    expect(refusals).toMatchObject([{ message: impossible, error: expect.any(Error) }]);
    expect(await received(1)).toHaveLength(1);
    await expect(sender.send([impossible, fine], Date.now())).rejects.toBeInstanceOf(Error);
    expect(await received(1)).toEqual([fine]);
  });

  it("holds back what is not due, to the second at which it is", async () => {
    const now = Date.now();
    const dueMs = now + 1_200;
    await openSender(queues.client).send([{ ...trendOf("later"), notBeforeMs: dueMs }], now);
    expect(await received(1)).toHaveLength(1);
    expect(Date.now()).toBeGreaterThanOrEqual(dueMs);
  });
});
