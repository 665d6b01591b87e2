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

/** How long an outcome waits for others to be stored in the same call. */
const gatherMs = 4;

/** Combines what the messages of a batch read and write at about the same time into common calls. */
export interface BatchedDeliveries {
  /** Reads the present state: nothing is cached for the next batch, which must see changes. */
  readWebhook(ref: WebhookRef): Promise<Webhook | null>;
  /** Stores a delivery before its first attempt, unless it is stored already. */
  store(delivery: Delivery): Promise<void>;
  leaseFirstAttempt(delivery: Delivery, lease: Lease): Promise<LeaseOutcome>;
  /** Stores an outcome that no message follows. Returns false when another worker has taken over the delivery. */
  recordOutcome(before: Delivery, after: Delivery, leaseToken: string): Promise<boolean>;
}

export function batchedDeliveries(table: Table, nowMs: () => number): BatchedDeliveries {
  const webhooks = new DataLoader<WebhookRef, Webhook | null>((refs) => readWebhooks(table, refs), {
    cache: false,
  });
  const stores = new DataLoader<Delivery, null>((deliveries) => storeDeliveries(table, deliveries, nowMs()), {
    cache: false,
  });
  const leases = new DataLoader<{ delivery: Delivery; lease: Lease }, LeaseOutcome>(
    (firsts) => leaseFirstAttempts(table, firsts),
    { cache: false },
  );
  const outcomes = new DataLoader<{ before: Delivery; after: Delivery; leaseToken: string }, boolean>(
    (attempts) => recordOutcomes(table, attempts, nowMs()),
    { cache: false, batchScheduleFn: (store) => void setTimeout(store, gatherMs) },
  );
  return {
    readWebhook: (ref) => webhooks.load(ref),
    store: async (delivery) => void (await stores.load(delivery)),
    leaseFirstAttempt: (delivery, lease) => leases.load({ delivery, lease }),
    recordOutcome: (before, after, leaseToken) => outcomes.load({ before, after, leaseToken }),
  };
}
