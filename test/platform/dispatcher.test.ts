import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openSqs, type Sqs } from "../../functions/aws/sqs.ts";
import { queueVariable } from "../../functions/contract/queues.ts";
import { openFanOut } from "../../functions/delivery/fan-out.ts";
import { openShortFanOut } from "../../functions/delivery/short-fan-out.ts";
import { eventMessage } from "../../functions/domain/event-message.ts";
import { deliveryQueues, type OutgoingMessage } from "../../functions/domain/message.ts";
import { secondMs } from "../../functions/domain/time.ts";
import { environment } from "../../functions/platform/environment.ts";
import { fanOutEffects } from "../../functions/platform/fan-out-effects.ts";
import { openSender } from "../../functions/platform/sender.ts";
import { senderWithShortcuts } from "../../functions/platform/shortcuts.ts";
import type { commit as Commit } from "../../functions/table/store/commit.ts";
import type { Table } from "../../functions/table/store/table.ts";
import { insertWebhook } from "../../functions/table/webhooks.ts";
import { aStoredWebhook } from "../support/delivery/deliveries.ts";
import { type Fault, startFaultProxy } from "../support/faults/fault-proxy.ts";
import { aWebhook, newId, testTimeMs } from "../support/table/entities.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";
import { measureMessage } from "../support/workers/measure-message.ts";
import { type Queues, startQueues, workerAccessKey } from "../support/workers/queues.ts";
import { stubWorkerEnvironment } from "../support/workers/worker.ts";

const stored = testTable();
let queues: Queues;
let proxied: Sqs;
/** What happens to each call of SQS. */
let fault: Fault = { kind: "none" };
let nowMs = testTimeMs;
let table: Table;
let commit: typeof Commit;
/** No subscription of these tests has a secret. */
const noSecrets = { open: (sealed: string) => Promise.resolve(sealed) };
const effects = fanOutEffects({ table: stored, nowMs: () => nowMs }, noSecrets);
const fanOut = openFanOut(effects);

beforeAll(async () => {
  const names = ["analytics", "events", ...deliveryQueues] as const;
  queues = await startQueues(names);
  stubWorkerEnvironment();
  const sqs = environment("AWS_ENDPOINT_URL_SQS");
  const proxy = await startFaultProxy({ sqs }, () => () => fault);
  for (const queue of names) {
    const name = queueVariable(queue, "URL");
    vi.stubEnv(name, environment(name).replace(sqs, proxy.sqs));
  }
  proxied = openSqs({
    endpoint: proxy.sqs,
    region: "eu-central-1",
    credentials: workerAccessKey,
    attemptsMax: 1,
  });
  const { openDispatcher } = await import("../../functions/platform/dispatcher.ts");
  ({ commit } = await import("../../functions/table/store/commit.ts"));
  const sender = senderWithShortcuts(openSender(proxied), openShortFanOut(effects), () => nowMs);
  table = { ...stored, dispatcher: openDispatcher(stored, sender, () => nowMs) };
});
afterAll(async () => {
  await queues.stop();
});

/** An event of a new organization with so many subscriptions, and the messages that begin its deliveries. */
async function anEvent(
  subscriptions: number,
): Promise<{ event: OutgoingMessage; deliveries: OutgoingMessage[] }> {
  const first = await aStoredWebhook(stored);
  const { organizationId } = first;
  const others = Array.from({ length: subscriptions - 1 }, () => ({
    ...aWebhook(organizationId),
    pace: "quick" as const,
  }));
  for (const webhook of others) await insertWebhook(stored, webhook);
  const data = { postId: newId("pst"), publishedAt: "", channels: ["feed"] };
  const event = eventMessage(newId("evt"), "post.published", organizationId, data, nowMs);
  if (event.queue !== "events") throw new Error("an event has its own queue");
  const all = [first, ...others].map((webhook) => fanOut.messageTo(webhook, event.body.event));
  return { event, deliveries: await Promise.all(all) };
}

/** The outbox items of an organization. */
const outboxOf = async ({ body: { organizationId } }: OutgoingMessage) =>
  (await everyOutboxItem(stored)).filter(({ messages }) =>
    messages.some(({ body }) => body.organizationId === organizationId),
  );

it("a message that is due now is in its queue when its commit resolves, and in the outbox no more", async () => {
  const message = measureMessage();
  await commit(table, [], { messages: [message] });
  expect(await outboxOf(message)).toEqual([]);
  expect(await queues.receive("analytics", 1)).toEqual([message]);
});

it("the deliveries of an event with ten subscriptions are in the queues of their endpoints when its commit resolves", async () => {
  const { event, deliveries } = await anEvent(10);
  await commit(table, [], { messages: [event] });
  expect(await outboxOf(event)).toEqual([]);
  const received = [
    ...(await queues.receive("new-deliveries", 1)),
    ...(await queues.receive("deliveries", 9)),
  ];
  expect(received).toHaveLength(10);
  expect(received).toEqual(expect.arrayContaining(deliveries));
});

it("an event with eleven subscriptions is in the queue of events when its commit resolves", async () => {
  const { event } = await anEvent(11);
  await commit(table, [], { messages: [event] });
  expect(await outboxOf(event)).toEqual([]);
  expect(await queues.receive("events", 1)).toEqual([event]);
});

it("an event waits for the relay when SQS accepts only a part of its deliveries", async () => {
  const { event, deliveries } = await anEvent(7);
  let count = 0;
  fault = { kind: "partial", isLeftOut: () => (count += 1) % 2 === 0 };
  await commit(table, [], { messages: [event] });
  fault = { kind: "none" };
  nowMs += 10 * secondMs;
  expect(await outboxOf(event)).toMatchObject([{ messages: [event], isDirect: true }]);
  const received = [
    ...(await queues.receive("new-deliveries", 1)),
    ...(await queues.receive("deliveries", 3)),
  ];
  for (const one of received) expect(deliveries).toContainEqual(one);
});

it.each([
  ["a message that is due later", () => [measureMessage({ notBeforeMs: nowMs + secondMs })]],
  [
    "a message for a queue that this function may not send to",
    (): OutgoingMessage[] => {
      const organizationId = newId("org");
      const body = { kind: "run.execute", organizationId, runId: newId("run") } as const;
      return [{ queue: "runs", body, notBeforeMs: 0, group: organizationId }];
    },
  ],
  [
    "a message that is due now, stored with one that is due later",
    () => [measureMessage(), measureMessage({ notBeforeMs: nowMs + secondMs })],
  ],
])("the relay dispatches %s", async (_, messagesOf) => {
  const messages = messagesOf();
  await commit(table, [], { messages });
  const [first] = messages;
  expect(first && (await outboxOf(first))).toMatchObject([{ messages, isDirect: false }]);
});

it("a message that was withdrawn leaves its schedule to the relay, with the messages of the same commit", async () => {
  const message = measureMessage();
  await commit(table, [], { messages: [message], withdrawn: [measureMessage({ notBeforeMs: nowMs + 1e7 })] });
  expect(await outboxOf(message)).toMatchObject([{ messages: [message], isDirect: false }]);
});

it.each<[string, Fault]>([
  ["fails", { kind: "error", status: 500, code: "InternalServerException" }],
  ["takes the message and loses its response", { kind: "lose response" }],
  ["does not respond", { kind: "hook", before: () => new Promise<void>(() => undefined) }],
])(
  "a commit succeeds while SQS %s, its messages wait for the relay, and the commits after it do not wait for SQS",
  async (_, one) => {
    const [first, second, third] = [measureMessage(), measureMessage(), measureMessage()];
    fault = one;
    await commit(table, [], { messages: [first] });
    expect(await outboxOf(first)).toMatchObject([{ messages: [first], isDirect: true }]);
    fault = {
      kind: "hook",
      before: () => {
        throw new Error("SQS was called during the pause");
      },
    };
    await commit(table, [], { messages: [second] });
    expect(await outboxOf(second)).toMatchObject([{ messages: [second], isDirect: false }]);
    fault = { kind: "none" };
    nowMs += 10 * secondMs;
    await commit(table, [], { messages: [third] });
    expect(await outboxOf(third)).toEqual([]);
  },
);

it("a change whose condition fails sends no message", async () => {
  const message = measureMessage();
  const never = {
    kind: "put" as const,
    item: { pk: `${message.body.organizationId}#none`, sk: "NONE" },
    condition: "attribute_exists(pk)",
  };
  const outcome = await commit(table, [never], { messages: [message], onConditionFailed: () => "failed" });
  expect(outcome).toBe("failed");
  expect(await queues.receive("analytics", 100)).not.toContainEqual(message);
});
