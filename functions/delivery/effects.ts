import type { MetricValue } from "../contract/metrics.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import type { Table } from "../table/store/table.ts";
import type { WebhookRef } from "../table/webhooks.ts";
import type { BatchedDeliveries } from "./batched-deliveries.ts";

/** What delivering needs from outside: the worker gives it, and a test can give its own. */
export interface DeliveryEffects {
  table: Table;
  /** Reads and writes of the messages of one batch, in common calls. */
  batched: BatchedDeliveries;
  /** The present in epoch milliseconds. */
  nowMs: () => number;
  /** A token that no other lease has. */
  newLeaseToken: () => string;
  /** When an id was made, in epoch milliseconds. */
  madeAtMs: (id: string) => number;
  /** Opens a sealed secret of a subscription. */
  openSecret: (sealed: string, owner: WebhookRef) => Promise<string>;
  /** Sends a message to its queue. Rejects when the queue does not take it. */
  send: (message: OutgoingMessage) => Promise<void>;
  /** How many workers of this queue may wait for one organization's endpoints that are not known to be quick. */
  organizationPermits: () => number;
  /** Whether endpoints may be on loopback addresses: in the local runtime only. */
  allowLoopback: boolean;
  recordMetrics: (...values: readonly MetricValue[]) => void;
  log: (level: "info" | "warn", message: string, fields: Readonly<Record<string, unknown>>) => void;
}
