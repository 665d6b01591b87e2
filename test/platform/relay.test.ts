import { afterAll, beforeAll, expect, it } from "vitest";
import { openSqs } from "../../functions/aws/sqs.ts";
import { eventMessage } from "../../functions/domain/event-message.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { environment } from "../../functions/platform/environment.ts";
import { openRelay } from "../../functions/platform/relay.ts";
import { openSender, type Sender } from "../../functions/platform/sender.ts";
import { listAt, textAt } from "../../lib/emulator/json.ts";
import type { AwsCall } from "../support/faults/aws-call.ts";
import { type FaultRule, startFaultProxy } from "../support/faults/fault-proxy.ts";
import { newId } from "../support/table/entities.ts";
import { tableAt } from "../support/table/table.ts";
import { type Queues, startQueues } from "../support/workers/queues.ts";

let queues: Queues;

beforeAll(async () => {
  queues = await startQueues(["events"]);
});
afterAll(() => queues.stop());

/** The relay does not read the table for messages that are due now. */
const noTable = tableAt({ endpoint: "http://127.0.0.1:1", tableName: "none" });

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

/** Opens a sender behind a proxy that applies the rule. Returns it and the successful calls. */
async function senderWith(rule: FaultRule): Promise<{ sender: Sender; calls: AwsCall[] }> {
  const calls: AwsCall[] = [];
  const sqs = environment("AWS_ENDPOINT_URL_SQS");
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const proxy = await startFaultProxy(
    { sqs },
    () => rule,
    (call) => calls.push(call),
    credentials,
  );
  const own = openSqs({ endpoint: proxy.sqs, region: "eu-central-1", credentials });
  return { sender: openSender(own), calls };
}

const outboxItemOf = (messages: OutgoingMessage[]) => ({
  pk: "OUTBOX#0",
  sk: newId("evt"),
  messages,
  withdrawn: [],
  isDirect: false,
});

it("the relay dispatches all characters that a feed contains unchanged", async () => {
  const sources = ["📰 Morning News", "Größe", "\uffff\ufffe", "\u2028\ud83d"];
  const messages = sources.map(trendOf);
  const { failed } = await openRelay(noTable, openSender(queues.sqs)).dispatch(
    [outboxItemOf(messages)],
    Date.now(),
  );
  expect(failed.size).toBe(0);
  const bodies = await receive(messages.length);
  expect(bodies).toHaveLength(messages.length);
  expect(bodies).toEqual(expect.arrayContaining(messages));
});

it("the relay dispatches an outbox item although another item cannot be sent", async () => {
  const tooLarge = trendOf("x".repeat(1_100_000));
  const fine = trendOf("fine");
  const items = [outboxItemOf([tooLarge]), outboxItemOf([fine])];
  const { failed } = await openRelay(noTable, openSender(queues.sqs)).dispatch(items, Date.now());
  expect([...failed.keys()]).toEqual([items[0]]);
  expect(await receive(1)).toEqual([fine]);
});

it("the sender sends more messages and more bytes than fit into one call", async () => {
  const large = Array.from({ length: 4 }, () => trendOf("x".repeat(100_000)));
  const small = Array.from({ length: 23 }, () => trendOf("small"));
  const messages = [...small, ...large];
  await openSender(queues.sqs).send(messages, Date.now());
  const bodies = await receive(messages.length);
  expect(bodies).toHaveLength(messages.length);
  expect(bodies).toEqual(expect.arrayContaining(messages));
});

it("the sender makes as few calls as possible: one for ten messages, or for as many as fit into 256 KiB", async () => {
  const { sender, calls } = await senderWith(() => ({ kind: "none" }));
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

it("the sender sends each message in its own message group, so that a subscription delays only its own messages", async () => {
  const { sender, calls } = await senderWith(() => ({ kind: "none" }));
  const messages = [trendOf("one"), trendOf("other")];
  await sender.send(messages, Date.now());
  await receive(2);
  const groups = calls.flatMap(({ body }) =>
    listAt(body, "Entries").map((entry) => textAt(entry, "MessageGroupId")),
  );
  expect(groups).toEqual(messages.map(({ group }) => group));
});

it("the sender returns exactly the messages of a batch that the queue did not accept", async () => {
  const messages = ["first", "left out", "third", "left out"].map(trendOf);
  let count = 0;
  const { sender } = await senderWith(() => {
    count = 0;
    return {
      kind: "partial",
      isLeftOut: () => {
        count += 1;
        return count % 2 === 0;
      },
    };
  });
  const failures = await sender.trySend(messages, Date.now());
  expect(failures.map(({ message }) => message)).toEqual([messages[1], messages[3]]);
  const sent = await receive(2);
  expect(sent).toHaveLength(2);
  expect(sent).toEqual(expect.arrayContaining([messages[0], messages[2]]));
  await expect(sender.send(messages, Date.now())).rejects.toThrow("rejected a message");
  await receive(2);
});

it("the sender returns the message that a queue rejects, and sends the others", async () => {
  const [tooLarge, fine] = [trendOf("x".repeat(1_100_000)), trendOf("fine")];
  const sender = openSender(queues.sqs);
  const failures = await sender.trySend([tooLarge, fine], Date.now());
  expect(failures).toMatchObject([{ message: tooLarge, error: expect.any(Error) }]);
  expect(await receive(1)).toHaveLength(1);
  await expect(sender.send([tooLarge, fine], Date.now())).rejects.toBeInstanceOf(Error);
  expect(await receive(1)).toEqual([fine]);
});

it("the sender delays a message until the second when it is due", async () => {
  const now = Date.now();
  const dueMs = now + 1_200;
  await openSender(queues.sqs).send([{ ...trendOf("later"), notBeforeMs: dueMs }], now);
  expect(await receive(1)).toHaveLength(1);
  expect(Date.now()).toBeGreaterThanOrEqual(dueMs);
});
