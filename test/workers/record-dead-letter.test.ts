import { beforeAll, expect, it } from "vitest";
import { beginMessage } from "../../functions/domain/delivery.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import { pageOfDeadLetters, readDeadLetter } from "../../functions/table/dead-letters.ts";
import { deadLetterIdOf } from "../../functions/table/keys.ts";
import { aPoison, aStoredWebhook } from "../support/delivery/deliveries.ts";
import { aStart } from "../support/table/entities.ts";
import { testTable } from "../support/table/table.ts";
import { stubWorkerEnvironment, work } from "../support/workers/worker.ts";

const table = testTable();
let handle: (...messages: readonly OutgoingMessage[]) => Promise<number>;

beforeAll(async () => {
  stubWorkerEnvironment();
  const { handler } = await import("../../functions/workers/record-dead-letter.ts");
  handle = (...messages) => work(handler, messages);
});

it("what is of no kind that is known comes back, so that it stays where its alarm shows it, and holds up no other one", async () => {
  const { organizationId, eventId, message } = aPoison();
  const body = { kind: "unheard of", organizationId };
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

it("a delivery of which no worker has stored anything becomes a dead letter with its bytes by the message alone", async () => {
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
