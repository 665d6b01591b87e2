import { afterAttempt, type Delivery, type DeliveryRef } from "../../../functions/domain/delivery.ts";
import { serviceEvent } from "../../../functions/domain/event.ts";
import { openOrganization } from "../../../functions/domain/organization.ts";
import { isoTime } from "../../../functions/domain/time.ts";
import { recordDeadLetter } from "../../../functions/table/dead-letter-records.ts";
import {
  type Lease,
  type LeaseOutcome,
  leaseAttempt,
  leaseFirstAttempts,
  readDelivery,
  recordOutcome,
  storeDelivery,
} from "../../../functions/table/deliveries.ts";
import { insertOrganization } from "../../../functions/table/organizations.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { insertWebhook } from "../../../functions/table/webhooks.ts";
import { aDelivery, aWebhook, newId, testTimeMs } from "../table/entities.ts";

/** Stores a subscription of a new organization. */
export async function aStoredWebhook(table: Table) {
  const organizationId = newId("org");
  const organization = openOrganization({ id: organizationId, name: "Acme" }, testTimeMs);
  await insertOrganization(table, organization, { keys: [], cursorKey: "" });
  const webhook = aWebhook(organizationId);
  await insertWebhook(table, webhook);
  return webhook;
}

/** Stores a delivery before its first attempt, to a subscription of a new organization. */
export async function aStoredDelivery(table: Table): Promise<Delivery> {
  const delivery = aDelivery(await aStoredWebhook(table));
  await storeDelivery(table, delivery, testTimeMs);
  return delivery;
}

/** Stores a delivery whose five attempts failed, and its dead letter. */
export async function storeDeadLettered(table: Table, delivery: Delivery): Promise<Delivery> {
  const failed = { statusCode: 503, latencyMs: 4, error: "status 503", response: "" };
  const deadLettered: Delivery = {
    ...delivery,
    status: "dead_lettered",
    nextAttempt: 6,
    nextAttemptAt: isoTime(testTimeMs),
    attempts: [1, 2, 3, 4, 5].map((number) => ({ ...failed, number, at: isoTime(testTimeMs + number) })),
  };
  await storeDelivery(table, deadLettered, Date.now());
  await recordDeadLetter(table, deadLettered, Date.now());
  return deadLettered;
}

/** Stores one delivery with the lease of its first attempt. */
export async function leaseFirstAttempt(
  table: Table,
  delivery: Delivery,
  lease: Lease,
): Promise<LeaseOutcome> {
  const [outcome] = await leaseFirstAttempts(table, [{ delivery, lease }]);
  if (outcome === undefined || outcome instanceof Error) throw outcome ?? new Error("no outcome");
  return outcome;
}

/** Returns a delivery as it is stored now. */
export async function storedDelivery(table: Table, ref: DeliveryRef): Promise<Delivery> {
  const delivery = await readDelivery(table, ref);
  if (delivery === null) throw new Error("the delivery is not stored");
  return delivery;
}

/** Leases the next attempt and records its outcome. */
export async function makeAttempt(table: Table, ref: DeliveryRef, succeeded: boolean): Promise<void> {
  const { cycle, nextAttempt } = await storedDelivery(table, ref);
  if (nextAttempt === null) throw new Error("no attempt is due");
  const leaseToken = `${cycle}-${nextAttempt}`;
  const times = { nowMs: testTimeMs, untilMs: testTimeMs + 1 };
  const lease = await leaseAttempt(table, ref, { cycle, attempt: nextAttempt, leaseToken, ...times });
  if (lease.outcome !== "leased") throw new Error(`attempt ${nextAttempt} is ${lease.outcome}`);
  const statusCode = succeeded ? 204 : 500;
  const error = succeeded ? null : "status 500";
  const attempt = { number: nextAttempt, at: "", statusCode, latencyMs: 1, error, response: "" };
  const after = afterAttempt(lease.delivery, { succeeded, attempt }, testTimeMs);
  await recordOutcome(table, lease.delivery, after, { leaseToken, nowMs: testTimeMs, messages: [] });
}

export async function failTimes(table: Table, ref: DeliveryRef, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) await makeAttempt(table, ref, false);
}

/** Stores a delivery whose five attempts failed, and its dead letter, which waits for the final attempt. */
export async function aDeadLetteredDelivery(table: Table): Promise<Delivery> {
  const delivery = await aStoredDelivery(table);
  await failTimes(table, delivery, 5);
  await storeDeadLetterOf(table, delivery);
  return delivery;
}

/** Stores the dead letter of a delivery whose five attempts failed. */
export async function storeDeadLetterOf(table: Table, ref: DeliveryRef): Promise<void> {
  await recordDeadLetter(table, await storedDelivery(table, ref), testTimeMs);
}

/** A dead letter of an event that no worker could fan out. It is not stored yet. */
export const aPoison = () => {
  const organizationId = newId("org");
  const data = { webhookId: "", sentAt: "" };
  const event = serviceEvent(newId("evt"), "webhook.test", organizationId, data, testTimeMs);
  const body = { kind: "event.fan-out" as const, organizationId, event };
  return {
    id: newId("dlt"),
    organizationId,
    eventId: event.id,
    type: event.type,
    webhookId: null,
    url: null,
    status: "exhausted" as const,
    attempts: [],
    createdAt: isoTime(testTimeMs),
    message: { queue: "events" as const, body, notBeforeMs: 0, group: organizationId },
  };
};
