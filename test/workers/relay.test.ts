import { marshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBStreamEvent } from "aws-lambda";
import { ulid } from "ulid";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { eventMessage } from "../../functions/domain/event-message.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { minuteMs } from "../../functions/domain/time.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import { commit } from "../../functions/table/store/commit.ts";
import type { Table } from "../../functions/table/store/table.ts";
import type * as Relay from "../../functions/workers/relay.ts";
import type * as Sweep from "../../functions/workers/sweep.ts";
import { newId } from "../support/table/entities.ts";
import { ownTable } from "../support/table/own-table.ts";
import { everyOutboxItem } from "../support/table/table.ts";
import { type Queues, startQueues } from "../support/workers/queues.ts";
import { stubWorkerEnvironment } from "../support/workers/worker.ts";

// The sweep looks at the intents of everybody.
let table: Table;
let queues: Queues;
let relay: typeof Relay.handler;
let sweep: typeof Sweep.handler;

beforeAll(async () => {
  ({ table } = await ownTable());
  // There is no queue for runs: what is for it cannot be handed on.
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

function impossible(): OutgoingMessage {
  const organizationId = newId("org");
  const body = { kind: "run.execute" as const, organizationId, runId: newId("run") };
  return { queue: "runs", body, notBeforeMs: 0, group: organizationId };
}

/** Stores messages as changes leave them, each an intent of its own, that have stood for so long. */
async function storeIntents(messages: readonly OutgoingMessage[], ageMs = 0): Promise<void> {
  const aged = { ...table, newOutboxId: () => ulid(Date.now() - ageMs) };
  for (const message of messages) await commit(aged, [], { messages: [message] });
}

const owed = async () => (await everyOutboxItem(table)).flatMap(({ messages }) => messages);

it("what the relay has handed on is forgotten; what it could not hand on stays owed, and alone comes back", async () => {
  const [first, bad, last] = [anEvent(), impossible(), anEvent()];
  await storeIntents([first, bad, last]);
  const records = (await everyOutboxItem(table)).map(({ pk, sk, messages }) => ({
    dynamodb: {
      NewImage: marshall({ pk, sk, messages: JSON.stringify(messages) }),
      SequenceNumber: `of ${messages[0]?.group ?? ""}`,
    },
  }));
  const { batchItemFailures } = await relay(trusted<DynamoDBStreamEvent>({ Records: records }));
  expect(batchItemFailures).toEqual([{ itemIdentifier: `of ${bad.group}` }]);
  const sent = await queues.received("events", 2);
  expect(sent).toHaveLength(2);
  expect(sent).toEqual(expect.arrayContaining([first, last]));
  expect(await owed()).toEqual([bad]);
});

it("the sweep hands on what has stood for two minutes, and leaves what is fresh or still cannot be handed on", async () => {
  const before = await owed();
  const [missed, bad, fresh] = [anEvent(), impossible(), anEvent()];
  await storeIntents([missed, bad], 3 * minuteMs);
  await storeIntents([fresh], minuteMs);
  await sweep();
  expect(await queues.received("events", 1)).toEqual([missed]);
  const left = await owed();
  expect(left).toHaveLength(before.length + 2);
  expect(left).toEqual(expect.arrayContaining([...before, bad, fresh]));
});
