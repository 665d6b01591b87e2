import type { Context, SQSEvent } from "aws-lambda";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openSqs, type Sqs } from "../../functions/aws/sqs.ts";
import { queueVariable } from "../../functions/contract/queues.ts";
import { testEventMessage } from "../../functions/domain/event-message.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import type { Effects } from "../../functions/platform/effects.ts";
import { environment } from "../../functions/platform/environment.ts";
import { Busy, Postponed } from "../../functions/platform/postponed.ts";
import { openSender } from "../../functions/platform/sender.ts";
import type * as Worker from "../../functions/platform/worker.ts";
import { messagesOf } from "../support/faults/aws-call.ts";
import { startFaultProxy } from "../support/faults/fault-proxy.ts";
import { newId, testTimeMs } from "../support/table/entities.ts";
import { testTable } from "../support/table/table.ts";
import { type Queues, startQueues, workerAccessKey } from "../support/workers/queues.ts";
import { stubWorkerEnvironment } from "../support/workers/worker.ts";

const now = testTimeMs;
let queues: Queues;
/** Sends through a proxy, which records the messages in `sent`. */
let proxied: Sqs;
const sent: string[] = [];
const lastSent = (): OutgoingMessage => JSON.parse(sent.at(-1) ?? "");
/** Loaded after the environment has disabled logs. */
let platform: Pick<typeof Worker, "worker">;

beforeAll(async () => {
  queues = await startQueues(["events", "dead-letters"]);
  stubWorkerEnvironment();
  const sqs = environment("AWS_ENDPOINT_URL_SQS");
  const proxy = await startFaultProxy(
    { sqs },
    () => () => ({ kind: "none" }),
    (call) => sent.push(...messagesOf(call)),
  );
  for (const queue of ["events", "dead-letters"] as const) {
    const name = queueVariable(queue, "URL");
    vi.stubEnv(name, environment(name).replace(sqs, proxy.sqs));
  }
  proxied = openSqs({ endpoint: proxy.sqs, region: "eu-central-1", credentials: workerAccessKey });
  platform = await import("../../functions/platform/worker.ts");
});
afterAll(async () => {
  await queues.stop();
});

const aMessage = (notBeforeMs = 0): OutgoingMessage => ({
  ...testEventMessage(newId("evt"), newId("org"), newId("whk"), now),
  notBeforeMs,
});

/** Invokes a worker with a batch. Returns the ids of the failed messages, and the handled messages. */
async function handleBatch(
  bodies: readonly string[],
  fails: (organizationId: string) => Error | null,
  { nowMs = now, onFailure }: { nowMs?: number; onFailure?: "leave" } = {},
) {
  const handled: string[] = [];
  const effects: Effects = {
    table: testTable(),
    nowMs: () => nowMs,
    newId,
    randomBytes: () => new Uint8Array(),
  };
  const handler = platform.worker<"events">(
    async ({ organizationId }) => {
      const error = fails(organizationId);
      if (error) throw error;
      handled.push(organizationId);
    },
    effects,
    { sender: openSender(proxied), ...(onFailure && { onFailure }) },
  );
  const Records = bodies.map((body, index) => ({ messageId: `message ${index}`, body }));
  const event = trusted<SQSEvent>({ Records });
  const { batchItemFailures } = await handler(event, trusted<Context>({}));
  return { failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier), handled };
}

const textOf = (messages: readonly OutgoingMessage[]) => messages.map((message) => JSON.stringify(message));
const ownerOf = ({ body }: OutgoingMessage) => body.organizationId;

const aFault = () => new Error("a fault");

it("a message with which the worker fails returns to its queue after a growing delay, and after five failures it is moved to the dead-letter queue", async () => {
  let message: OutgoingMessage = aMessage();
  const delaysSeconds: number[] = [];
  for (const delaySeconds of [10, 60, 300, 900]) {
    const nowMs = Math.max(now, message.notBeforeMs);
    expect(await handleBatch(textOf([message]), aFault, { nowMs })).toEqual({ failed: [], handled: [] });
    const returned = lastSent();
    expect(returned).toMatchObject({ body: message.body, failures: delaysSeconds.length + 1 });
    delaysSeconds.push((returned.notBeforeMs - nowMs) / 1_000);
    expect(delaysSeconds.at(-1)).toBe(delaySeconds);
    message = returned;
  }
  const nowMs = message.notBeforeMs;
  expect(await handleBatch(textOf([message]), aFault, { nowMs })).toEqual({ failed: [], handled: [] });
  expect(await queues.receive("dead-letters", 1)).toEqual([message]);
});

it.each([
  ["leased", [30, 30, 30, 45], () => new Busy("its step")],
  ["key_unavailable", [5, 5, 5, 7.5], () => new Postponed("key_unavailable", "KMS fails")],
  ["throttled", [5, 5, 5, 7.5], () => Object.assign(new Error("slow down"), { name: "ThrottlingException" })],
])(
  "a message whose work cannot begin (%s) returns for as long as it takes, a minute apart at most, and counts no failure",
  async (_, firstWaits, error) => {
    let message: OutgoingMessage = aMessage();
    let nowMs = now;
    const waitsSeconds: number[] = [];
    for (let tries = 0; tries < 20; tries += 1) {
      expect(await handleBatch(textOf([message]), error, { nowMs })).toEqual({ failed: [], handled: [] });
      message = lastSent();
      expect(message).toMatchObject({ postponedSinceMs: now });
      expect(message.failures).toBeUndefined();
      waitsSeconds.push((message.notBeforeMs - nowMs) / 1_000);
      nowMs = message.notBeforeMs;
    }
    expect(waitsSeconds.slice(0, 4)).toEqual(firstWaits);
    expect(waitsSeconds.at(-1)).toBe(60);
  },
);

it("a text that is no message of the service is moved to the dead-letter queue at once, and the other messages of its batch are handled", async () => {
  const fine = aMessage();
  const bodies = ["no JSON", "null", "{}", '{"queue":"unheard of","body":{}}', ...textOf([fine])];
  const { failed, handled } = await handleBatch(bodies, () => null);
  expect(failed).toEqual([]);
  expect(handled).toEqual([ownerOf(fine)]);
  expect(sent.slice(-4).toSorted()).toEqual(bodies.slice(0, 4).toSorted());
});

it("the worker of the dead-letter queue leaves the messages with which it fails in their queue", async () => {
  const [failing, fine] = [aMessage(), aMessage()];
  const before = sent.length;
  const { failed, handled } = await handleBatch(
    textOf([failing, fine]),
    (organizationId) => (organizationId === ownerOf(failing) ? aFault() : null),
    { onFailure: "leave" },
  );
  expect({ failed, handled }).toEqual({ failed: ["message 0"], handled: [ownerOf(fine)] });
  expect(sent).toHaveLength(before);
});

it("a message due within a quarter of a second is handled, and an earlier one is sent back with the rest of its delay", async () => {
  const [due, soon, early] = [aMessage(now), aMessage(now + 250), aMessage(now + 1_000)];
  const { failed, handled } = await handleBatch(textOf([due, soon, early]), () => null);
  expect(failed).toEqual([]);
  expect(handled.toSorted()).toEqual([due, soon].map(ownerOf).toSorted());
  expect(await queues.receive("events", 1)).toEqual([early]);
});

it("an early message that its queue does not accept fails by its id, so that it is not lost", async () => {
  // The function does not know this queue.
  const early = { ...aMessage(now + 1_000), queue: "runs" };
  const { failed, handled } = await handleBatch([JSON.stringify(early)], () => null);
  expect(failed).toEqual(["message 0"]);
  expect(handled).toEqual([]);
});
