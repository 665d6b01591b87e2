import { expect, vi } from "vitest";
import type { Delivery } from "../../../functions/domain/delivery.ts";
import type { Webhook } from "../../../functions/domain/webhook.ts";
import { pageOfDeadLetters, readDeadLetter } from "../../../functions/table/dead-letters.ts";
import { pageOfDeliveries } from "../../../functions/table/deliveries.ts";
import { deadLetterIdOf } from "../../../functions/table/keys.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { everyOutboxItem } from "../table/table.ts";
import { madeUpError } from "./given-up.ts";
import type { Arrival } from "./receiver.ts";

/** Every delivery of a subscription. */
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
    );
    all.push(...page.rows);
    after = page.next;
  } while (after !== null);
  return all;
}

interface Counts {
  deliveries: number;
  /** Of deliveries, and of events that could not be handed to all subscriptions. */
  deadLetters: number;
  /** Requests that repeat an attempt which the subscriber had got already. */
  repeats: number;
}

interface Load {
  webhooks: readonly Webhook[];
  events: readonly string[];
  arrivals: readonly Arrival[];
}

/**
 * Waits until nothing is on its way any more, and then holds what a fault may never break: each event has its delivery
 * at each subscription, or stands as a dead letter of its own; each delivery succeeded there, or stands as a dead
 * letter; no attempt number is skipped; the bytes are the same.
 */
export async function expectNothingLost(
  table: Table,
  { webhooks, events, arrivals }: Load,
  { withinMs }: { withinMs: number },
): Promise<Counts> {
  let settled = { deliveries: noDeliveries, givenUp: noEvents };
  await vi.waitFor(
    async () => {
      expect(await everyOutboxItem(table)).toEqual([]);
      settled = await expectSettled(table, webhooks, events);
    },
    { timeout: withinMs, interval: 250 },
  );
  const { deliveries, givenUp } = settled;
  const deadLetters = deliveries.filter(({ status }) => status === "dead_lettered").length + givenUp.size;
  const repeats = deliveries.reduce((sum, delivery) => sum + expectOrder(delivery, arrivals), 0);
  return { deliveries: deliveries.length, deadLetters, repeats };
}

const noDeliveries: readonly Delivery[] = [];
const noEvents: ReadonlySet<string> = new Set();

async function expectSettled(table: Table, webhooks: readonly Webhook[], events: readonly string[]) {
  const organizations = new Set(webhooks.map(({ organizationId }) => organizationId));
  const givenUp = new Set(
    (await Promise.all([...organizations].map((id) => givenUpEvents(table, id)))).flat(),
  );
  const all: Delivery[] = [];
  for (const webhook of webhooks) {
    const deliveries = await deliveriesOf(table, webhook);
    const known = new Set(deliveries.map(({ eventId }) => eventId));
    expect(events.filter((id) => !known.has(id) && !givenUp.has(id))).toEqual([]);
    expect(deliveries.filter(({ status }) => status === "pending").map(({ id }) => id)).toEqual([]);
    for (const delivery of deliveries) await expectDeadLetterOf(table, delivery);
    all.push(...deliveries);
  }
  return { deliveries: all, givenUp };
}

/** The events of an organization that stand among its dead letters because nobody could hand them to all subscriptions. */
async function givenUpEvents(table: Table, organizationId: string): Promise<string[]> {
  const events: string[] = [];
  const every = { webhookId: undefined, statuses: undefined };
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof pageOfDeadLetters>> = await pageOfDeadLetters(
      table,
      organizationId,
      every,
      { order: "asc", limit: 100, after },
    );
    for (const { webhookId, eventId } of page.rows) if (webhookId === null) events.push(eventId ?? "");
    after = page.next;
  } while (after !== null);
  return events;
}

async function expectDeadLetterOf(table: Table, delivery: Delivery): Promise<void> {
  if (delivery.status !== "dead_lettered") return;
  const letter = await readDeadLetter(table, delivery.organizationId, deadLetterIdOf(delivery.id));
  expect(letter).toMatchObject({ eventId: delivery.eventId, body: delivery.body });
}

/** Holds one delivery's requests against its record, and answers with the number of repeated ones. */
function expectOrder(delivery: Delivery, arrivals: readonly Arrival[]): number {
  const mine = arrivals.filter((arrival) => arrival.delivery === delivery.id);
  for (const { eventId, body, verified } of mine)
    expect({ eventId, body, verified }).toEqual({
      eventId: delivery.eventId,
      body: delivery.body,
      verified: true,
    });
  if (delivery.status === "succeeded") expect(mine.some(({ answered }) => answered === 204)).toBe(true);
  // A replay begins at one again.
  const recorded = delivery.attempts.map(({ number }) => number);
  for (const [index, number] of recorded.entries())
    if (index > 0 && number !== 1)
      expect(recorded.slice(0, index + 1)).toEqual([
        ...recorded.slice(0, index),
        (recorded[index - 1] ?? 0) + 1,
      ]);
  const counted = Map.groupBy(mine, ({ attempt }) => attempt);
  for (let number = 1; number <= Math.max(0, ...counted.keys()); number += 1)
    expect(
      counted.has(number),
      `attempt ${number} of ${delivery.id} was skipped: ${[...counted.keys()].join()}`,
    ).toBe(true);
  return mine.length - delivery.attempts.filter(({ error }) => error !== madeUpError).length;
}
