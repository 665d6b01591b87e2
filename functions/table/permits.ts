import type { QueueName } from "../domain/message.ts";
import { secondMs } from "../domain/time.ts";
import { organizationPermitKey, permitKey } from "./keys.ts";
import type { Change } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import type { Table } from "./store/table.ts";
import type { WebhookRef } from "./webhooks.ts";

/** What a permit is for: to send to an endpoint, or to use workers of a queue for the work of an organization. */
export type PermitScope = WebhookRef | { organizationId: string; queue: QueueName };

function keyOf(scope: PermitScope, permit: number) {
  return "queue" in scope
    ? organizationPermitKey(scope.organizationId, scope.queue, permit)
    : permitKey(scope.organizationId, scope.webhookId, permit);
}

/** Each try that finds a permit taken costs a write unit. */
const triesMax = 3;

/**
 * Acquires one of the permits of a scope for a limited time. Permits limit how many workers wait for one slow endpoint, or
 * work for one organization, so that others do not wait for them.
 * @param lease `permits`: how many workers may have a permit at the same time; `untilMs`: when the permit expires
 * @returns the number of the permit, or null when all permits that were tried are taken
 */
export async function acquirePermit(
  table: Table,
  scope: PermitScope,
  lease: { permits: number; leaseToken: string; nowMs: number; untilMs: number },
): Promise<number | null> {
  const { permits, leaseToken, nowMs, untilMs } = lease;
  // Start at a random permit: if all workers started at the first one, they would need more tries to find a free one.
  const first = permits > triesMax ? Math.floor(Math.random() * permits) : 0;
  for (let tried = 0; tried < Math.min(permits, triesMax); tried += 1) {
    const permit = (first + tried) % permits;
    // A permit of a worker that died is deleted at no cost, if no other worker needs it.
    const expiresAt = Math.ceil(untilMs / secondMs);
    const put: Change = {
      kind: "put",
      item: { ...keyOf(scope, permit), leaseToken, untilMs, expiresAt },
      condition: "attribute_not_exists(pk) OR untilMs < :now",
      values: { ":now": nowMs },
    };
    const isAcquired = await commit(table, [put], {
      // With our own token stored, the first try of this write succeeded and its response was lost.
      onConditionFailed: ({ found }) => found?.leaseToken === leaseToken,
    });
    if (isAcquired) return permit;
  }
  return null;
}

/** Releases a permit. Does nothing if the permit has expired and another worker has acquired it. */
export async function releasePermit(
  table: Table,
  scope: PermitScope,
  { permit, leaseToken }: { permit: number; leaseToken: string },
): Promise<void> {
  const remove: Change = {
    kind: "delete",
    key: keyOf(scope, permit),
    condition: "leaseToken = :leaseToken",
    values: { ":leaseToken": leaseToken },
  };
  await commit(table, [remove], { onConditionFailed: () => undefined });
}
