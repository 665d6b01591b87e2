import type { Context, SQSEvent } from "aws-lambda";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testEventMessage } from "../../functions/domain/event-message.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import type { Effects } from "../../functions/platform/effects.ts";
import { openSender } from "../../functions/platform/sender.ts";
import type * as Worker from "../../functions/platform/worker.ts";
import { newId, testTimeMs } from "../support/table/entities.ts";
import { testTable } from "../support/table/table.ts";
import { type Queues, startQueues } from "../support/workers/queues.ts";
import { stubWorkerEnvironment } from "../support/workers/worker.ts";

const now = testTimeMs;
let queues: Queues;
/** Loaded after the environment has disabled logs. */
let platform: Pick<typeof Worker, "worker" | "Busy">;

beforeAll(async () => {
  queues = await startQueues(["events"]);
  stubWorkerEnvironment();
  platform = await import("../../functions/platform/worker.ts");
});
afterAll(() => queues.stop());

const aMessage = (notBeforeMs = 0): OutgoingMessage => ({
  ...testEventMessage(newId("evt"), newId("org"), newId("whk"), now),
  notBeforeMs,
});

/** Invokes a worker with a batch. Returns the ids of the failed messages, and the handled messages. */
async function handleBatch(bodies: readonly string[], fails: (organizationId: string) => Error | null) {
  const handled: string[] = [];
  const effects: Effects = {
    table: testTable(),
    nowMs: () => now,
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
    openSender(queues.client),
  );
  const Records = bodies.map((body, index) => ({ messageId: `message ${index}`, body }));
  const event = trusted<SQSEvent>({ Records });
  const { batchItemFailures } = await handler(event, trusted<Context>({}));
  return { failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier), handled };
}

const textOf = (messages: readonly OutgoingMessage[]) => messages.map((message) => JSON.stringify(message));
const ownerOf = ({ body }: OutgoingMessage) => body.organizationId;

it("the messages of a batch that fail, are busy or are not JSON fail by their ids, and the others are handled", async () => {
  const all = Array.from({ length: 4 }, () => aMessage());
  const owners = all.map(ownerOf);
  const bodies = [...textOf(all), "no JSON"];
  const { failed, handled } = await handleBatch(bodies, (organizationId) => {
    if (organizationId === owners[1]) return new Error("a fault");
    return organizationId === owners[2] ? new platform.Busy("its step") : null;
  });
  expect(failed).toEqual(["message 1", "message 2", "message 4"]);
  expect(handled).toEqual([owners[0], owners[3]]);
});

it("a message due within a quarter of a second is handled, and an earlier one is sent back with the rest of its delay", async () => {
  const [due, soon, early] = [aMessage(now), aMessage(now + 250), aMessage(now + 1_000)];
  const { failed, handled } = await handleBatch(textOf([due, soon, early]), () => null);
  expect(failed).toEqual([]);
  expect(handled.toSorted()).toEqual([due, soon].map(ownerOf).toSorted());
  expect(await queues.receive("events", 1)).toEqual([early]);
});

it("an early message that its queue does not accept fails by its id, so that it is not lost", async () => {
  // There is no such queue.
  const early = { ...aMessage(now + 1_000), queue: "runs" };
  const { failed, handled } = await handleBatch([JSON.stringify(early)], () => null);
  expect(failed).toEqual(["message 0"]);
  expect(handled).toEqual([]);
});
