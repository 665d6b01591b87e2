import DataLoader from "dataloader";
import type { Delivery } from "../domain/delivery.ts";
import type { Webhook } from "../domain/webhook.ts";
import {
  type Lease,
  type LeaseOutcome,
  leaseFirstAttempts,
  recordOutcomes,
  storeDeliveries,
} from "../table/deliveries.ts";
import type { Table } from "../table/store/table.ts";
import { readWebhooks, type WebhookRef } from "../table/webhooks.ts";

/** How long an outcome waits for others that are stored by the same call. */
const gatherMs = 4;

/** What the messages of a batch do to the table at about the same time, in one call for all of them. */
export interface BatchedDeliveries {
  /** As it stands now: nothing is kept for the next batch, which must see what has changed. */
  readWebhook(ref: WebhookRef): Promise<Webhook | null>;
  /** Before its first attempt, unless it stands already. */
  store(delivery: Delivery): Promise<void>;
  leaseFirstAttempt(delivery: Delivery, lease: Lease): Promise<LeaseOutcome>;
  /** For an outcome from which nothing else follows. Answers false when another worker took the delivery over. */
  recordOutcome(before: Delivery, after: Delivery, leaseToken: string): Promise<boolean>;
}

export function batchedDeliveries(table: Table): BatchedDeliveries {
  const webhooks = new DataLoader<WebhookRef, Webhook | null>((refs) => readWebhooks(table, refs), {
    cache: false,
  });
  const stores = new DataLoader<Delivery, null>((deliveries) => storeDeliveries(table, deliveries), {
    cache: false,
  });
  const leases = new DataLoader<{ delivery: Delivery; lease: Lease }, LeaseOutcome>(
    (firsts) => leaseFirstAttempts(table, firsts),
    { cache: false },
  );
  const outcomes = new DataLoader<{ before: Delivery; after: Delivery; leaseToken: string }, boolean>(
    (attempts) => recordOutcomes(table, attempts),
    { cache: false, batchScheduleFn: (store) => void setTimeout(store, gatherMs) },
  );
  return {
    readWebhook: (ref) => webhooks.load(ref),
    store: async (delivery) => void (await stores.load(delivery)),
    leaseFirstAttempt: (delivery, lease) => leases.load({ delivery, lease }),
    recordOutcome: (before, after, leaseToken) => outcomes.load({ before, after, leaseToken }),
  };
}
