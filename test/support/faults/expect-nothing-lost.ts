import { expect, vi } from "vitest";
import type { Delivery } from "../../../functions/domain/delivery.ts";
import type { Webhook } from "../../../functions/domain/webhook.ts";
import { pageOfDeadLetters, readDeadLetter } from "../../../functions/table/dead-letters.ts";
import { pageOfDeliveries } from "../../../functions/table/deliveries.ts";
import { deadLetterIdOf } from "../../../functions/table/keys.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { everyOutboxItem } from "../table/table.ts";
import { inventedError } from "./failed-delivery.ts";
import type { Arrival } from "./receiver.ts";

/** Returns every delivery of a subscription. */
export async function deliveriesOf(table: Table, { organizationId, id }: Webhook): Promise<Delivery[]> {
  const all: Delivery[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof pageOfDeliveries>> = await pageOfDeliveries(
      table,
      organizationId,
      id,
      {
        order: "asc",
        limit: 100,
        after,
      },
      Date.now(),
    );
    all.push(...page.rows);
    after = page.next;
  } while (after !== null);
  return all;
}

interface Counts {
  deliveries: number;
  /** Dead letters of deliveries, and of events whose fan-out failed. */
  deadLetters: number;
  /** Requests that repeat an attempt that the subscriber had received before. */
  repeats: number;
}

interface Sent {
  webhooks: readonly Webhook[];
  events: readonly string[];
  arrivals: readonly Arrival[];
}

/**
 * Waits until the outbox is empty and no delivery is pending. Then checks the guarantees that no fault may break: each
 * event has a delivery to each subscription, or a dead letter of its own; each delivery succeeded or has a dead letter;
 * no attempt number is skipped; every request of a delivery has the same bytes.
 */
export async function expectNothingLost(
  table: Table,
  { webhooks, events, arrivals }: Sent,
  { withinMs }: { withinMs: number },
): Promise<Counts> {
  let ended = { deliveries: noDeliveries, deadLettered: noEvents };
  await vi.waitFor(
    async () => {
      expect(await everyOutboxItem(table)).toEqual([]);
      ended = await expectAllEnded(table, webhooks, events);
    },
    { timeout: withinMs, interval: 250 },
  );
  const { deliveries, deadLettered } = ended;
  const deadLetters =
    deliveries.filter(({ status }) => status === "dead_lettered").length + deadLettered.size;
  const repeats = deliveries.reduce((sum, delivery) => sum + expectAttemptsInOrder(delivery, arrivals), 0);
  return { deliveries: deliveries.length, deadLetters, repeats };
}

const noDeliveries: readonly Delivery[] = [];
const noEvents: ReadonlySet<string> = new Set();

async function expectAllEnded(table: Table, webhooks: readonly Webhook[], events: readonly string[]) {
  const organizations = new Set(webhooks.map(({ organizationId }) => organizationId));
  const deadLettered = new Set(
    (await Promise.all([...organizations].map((id) => deadLetteredEvents(table, id)))).flat(),
  );
  const all: Delivery[] = [];
  for (const webhook of webhooks) {
    const deliveries = await deliveriesOf(table, webhook);
    const known = new Set(deliveries.map(({ eventId }) => eventId));
    expect(events.filter((id) => !known.has(id) && !deadLettered.has(id))).toEqual([]);
    expect(deliveries.filter(({ status }) => status === "pending").map(({ id }) => id)).toEqual([]);
    for (const delivery of deliveries) await expectDeadLetterOf(table, delivery);
    all.push(...deliveries);
  }
  return { deliveries: all, deadLettered };
}

/** Returns the events of an organization that are dead letters because their fan-out failed. */
async function deadLetteredEvents(table: Table, organizationId: string): Promise<string[]> {
  const events: string[] = [];
  const every = { webhookId: undefined, statuses: undefined };
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof pageOfDeadLetters>> = await pageOfDeadLetters(
      table,
      organizationId,
      every,
      { order: "asc", limit: 100, after },
      Date.now(),
    );
    for (const { webhookId, eventId } of page.rows) if (webhookId === null) events.push(eventId ?? "");
    after = page.next;
  } while (after !== null);
  return events;
}

async function expectDeadLetterOf(table: Table, delivery: Delivery): Promise<void> {
  if (delivery.status !== "dead_lettered") return;
  const letter = await readDeadLetter(
    table,
    delivery.organizationId,
    deadLetterIdOf(delivery.id),
    Date.now(),
  );
  expect(letter).toMatchObject({ eventId: delivery.eventId, body: delivery.body });
}

/** Compares one delivery's requests with its recorded attempts, and returns the number of repeated requests. */
function expectAttemptsInOrder(delivery: Delivery, arrivals: readonly Arrival[]): number {
  const mine = arrivals.filter((arrival) => arrival.delivery === delivery.id);
  for (const { eventId, body, verified } of mine)
    expect({ eventId, body, verified }).toEqual({
      eventId: delivery.eventId,
      body: delivery.body,
      verified: true,
    });
  if (delivery.status === "succeeded") expect(mine.some(({ status }) => status === 204)).toBe(true);
  // A replay starts again at attempt 1.
  const recorded = delivery.attempts.map(({ number }) => number);
  for (const [index, number] of recorded.entries())
    if (index > 0 && number !== 1)
      expect(recorded.slice(0, index + 1)).toEqual([
        ...recorded.slice(0, index),
        (recorded[index - 1] ?? 0) + 1,
      ]);
  const byNumber = Map.groupBy(mine, ({ attempt }) => attempt);
  for (let number = 1; number <= Math.max(0, ...byNumber.keys()); number += 1)
    expect(
      byNumber.has(number),
      `attempt ${number} of ${delivery.id} was skipped: ${[...byNumber.keys()].join()}`,
    ).toBe(true);
  return mine.length - delivery.attempts.filter(({ error }) => error !== inventedError).length;
}
