import { marshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBStreamEvent } from "aws-lambda";
import { ulid } from "ulid";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { eventMessage } from "../../functions/domain/event-message.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { minuteMs } from "../../functions/domain/time.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import { commit } from "../../functions/table/store/commit.ts";
import { deleteItems } from "../../functions/table/store/delete-items.ts";
import type { Table } from "../../functions/table/store/table.ts";
import type * as Relay from "../../functions/workers/relay.ts";
import type * as Sweep from "../../functions/workers/sweep.ts";
import { newId } from "../support/table/entities.ts";
import { ownTable } from "../support/table/own-table.ts";
import { everyOutboxItem } from "../support/table/table.ts";
import { type Queues, startQueues } from "../support/workers/queues.ts";
import { streamEventOf } from "../support/workers/schedules.ts";
import { stubWorkerEnvironment } from "../support/workers/worker.ts";

// A table of its own, because the sweep reads the outbox items of all organizations.
let table: Table;
let queues: Queues;
let relay: typeof Relay.handler;
let sweep: typeof Sweep.handler;

beforeAll(async () => {
  ({ table } = await ownTable());
  // There is no queue for runs, so a message for it cannot be dispatched.
  queues = await startQueues(["events"]);
  stubWorkerEnvironment();
  vi.stubEnv("TABLE_NAME", table.name);
  ({ handler: relay } = await import("../../functions/workers/relay.ts"));
  ({ handler: sweep } = await import("../../functions/workers/sweep.ts"));
});
afterAll(() => queues.stop());

function anEvent(): OutgoingMessage {
  const data = { postId: newId("pst"), publishedAt: "", channels: ["feed"] };
  return eventMessage(newId("evt"), "post.published", newId("org"), data, Date.now());
}

function aMessageWithoutQueue(): OutgoingMessage {
  const organizationId = newId("org");
  const body = { kind: "run.execute" as const, organizationId, runId: newId("run") };
  return { queue: "runs", body, notBeforeMs: 0, group: organizationId };
}

/** Stores each message as an outbox item of the given age. */
async function storeOutbox(messages: readonly OutgoingMessage[], ageMs = 0): Promise<void> {
  const aged = { ...table, newOutboxId: () => ulid(Date.now() - ageMs) };
  for (const message of messages) await commit(aged, [], { messages: [message] });
}

const outboxMessages = async () => (await everyOutboxItem(table)).flatMap(({ messages }) => messages);

it("the relay deletes the outbox items that it dispatched, and only an item that it could not dispatch stays and fails", async () => {
  const [first, unsendable, last] = [anEvent(), aMessageWithoutQueue(), anEvent()];
  await storeOutbox([first, unsendable, last]);
  const records = (await everyOutboxItem(table)).map(({ pk, sk, messages }) => ({
    dynamodb: {
      NewImage: marshall({ pk, sk, messages: JSON.stringify(messages) }),
      SequenceNumber: `of ${messages[0]?.group ?? ""}`,
    },
  }));
  const { batchItemFailures } = await relay(trusted<DynamoDBStreamEvent>({ Records: records }));
  expect(batchItemFailures).toEqual([{ itemIdentifier: `of ${unsendable.group}` }]);
  const sent = await queues.receive("events", 2);
  expect(sent).toHaveLength(2);
  expect(sent).toEqual(expect.arrayContaining([first, last]));
  expect(await outboxMessages()).toEqual([unsendable]);
});

it("the relay sends a message that its worker dispatches itself only if its outbox item is still there", async () => {
  const [gone, left] = [anEvent(), anEvent()];
  const accepting = { accepts: () => true, dispatch: () => Promise.resolve() };
  for (const message of [gone, left])
    await commit({ ...table, dispatcher: accepting }, [], { messages: [message] });
  const items = (await everyOutboxItem(table)).filter(({ isDirect }) => isDirect);
  expect(items).toHaveLength(2);
  await deleteItems(
    table,
    items.filter(({ messages }) => messages[0]?.group === gone.group),
  );
  expect(await relay(streamEventOf(items))).toEqual({ batchItemFailures: [] });
  expect(await queues.receive("events", 1)).toEqual([left]);
  expect((await everyOutboxItem(table)).filter(({ isDirect }) => isDirect)).toEqual([]);
});

it("the sweep dispatches outbox items older than two minutes, and leaves newer items and those that cannot be dispatched", async () => {
  const before = await outboxMessages();
  const [missed, unsendable, fresh] = [anEvent(), aMessageWithoutQueue(), anEvent()];
  await storeOutbox([missed, unsendable], 3 * minuteMs);
  await storeOutbox([fresh], minuteMs);
  await sweep();
  expect(await queues.receive("events", 1)).toEqual([missed]);
  const left = await outboxMessages();
  expect(left).toHaveLength(before.length + 2);
  expect(left).toEqual(expect.arrayContaining([...before, unsendable, fresh]));
});
