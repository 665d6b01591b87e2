import type { Context, SQSEvent } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
/** Loaded when the environment says that nothing is to be logged. */
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

/** Hands a batch to a worker; answers with the ids of those that come back, and what was handled. */
async function workOn(bodies: readonly string[], fails: (organizationId: string) => Error | null) {
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
  return { back: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier), handled };
}

const textOf = (messages: readonly OutgoingMessage[]) => messages.map((message) => JSON.stringify(message));
const ownerOf = ({ body }: OutgoingMessage) => body.organizationId;

describe("of a batch", () => {
  it("those messages come back that failed, are being worked on or are none, each by its id, and no other", async () => {
    const all = Array.from({ length: 4 }, () => aMessage());
    const owners = all.map(ownerOf);
    const bodies = [...textOf(all), "no JSON"];
    const { back, handled } = await workOn(bodies, (organizationId) => {
      if (organizationId === owners[1]) return new Error("a fault");
      return organizationId === owners[2] ? new platform.Busy("its step") : null;
    });
    expect(back).toEqual(["message 1", "message 2", "message 4"]);
    expect(handled).toEqual([owners[0], owners[3]]);
  });

  it("a message that is due within a quarter of a second is handled, and one that is earlier goes back with the rest of its delay", async () => {
    const [due, soon, early] = [aMessage(now), aMessage(now + 250), aMessage(now + 1_000)];
    const { back, handled } = await workOn(textOf([due, soon, early]), () => null);
    expect(back).toEqual([]);
    expect(handled.toSorted()).toEqual([due, soon].map(ownerOf).toSorted());
    expect(await queues.receive("events", 1)).toEqual([early]);
  });

  it("an early message that its queue does not take back comes back by its id: it is not lost", async () => {
    // There is no such queue.
    const early = { ...aMessage(now + 1_000), queue: "runs" };
    const { back, handled } = await workOn([JSON.stringify(early)], () => null);
    expect(back).toEqual(["message 0"]);
    expect(handled).toEqual([]);
  });
});
