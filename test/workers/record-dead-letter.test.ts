import { beforeAll, expect, it } from "vitest";
import { beginMessage } from "../../functions/domain/delivery.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import { pageOfDeadLetters, readDeadLetter } from "../../functions/table/dead-letters.ts";
import { deadLetterIdOf } from "../../functions/table/keys.ts";
import { aPoison, aStoredWebhook } from "../support/delivery/deliveries.ts";
import { aStart } from "../support/table/entities.ts";
import { testTable } from "../support/table/table.ts";
import { invokeWorker, stubWorkerEnvironment } from "../support/workers/worker.ts";

const table = testTable();
let handle: (...messages: readonly OutgoingMessage[]) => Promise<number>;

beforeAll(async () => {
  stubWorkerEnvironment();
  const { handler } = await import("../../functions/workers/record-dead-letter.ts");
  handle = (...messages) => invokeWorker(handler, messages);
});

it("a message of an unknown kind fails, so that it stays in its queue where an alarm shows it, and the other messages are recorded", async () => {
  const { organizationId, eventId, message } = aPoison();
  const body = { kind: "unknown", organizationId };
  const unknown = trusted<OutgoingMessage>({ queue: "events", body, notBeforeMs: 0, group: "" });
  expect(await handle(unknown, message, message)).toBe(1);
  const { rows } = await pageOfDeadLetters(
    table,
    organizationId,
    { webhookId: undefined, statuses: undefined },
    { order: "asc", limit: 10, after: null },
  );
  expect(rows).toMatchObject([{ eventId, status: "exhausted" }]);
});

it("a delivery that no worker has stored becomes a dead letter with the bytes of its message", async () => {
  const start = aStart(await aStoredWebhook(table));
  expect(await handle(beginMessage(start, { pace: "quick" }))).toBe(0);
  const letter = await readDeadLetter(table, start.organizationId, deadLetterIdOf(start.id));
  expect(letter).toMatchObject({
    status: "exhausted",
    attempts: [],
    body: start.body,
    eventId: start.eventId,
  });
});
