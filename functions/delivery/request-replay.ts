import type { replayableStatuses } from "../domain/delivery.ts";
import { notFound, unprocessable } from "../domain/errors.ts";
import { isoTime } from "../domain/time.ts";
import { countDeadLetters } from "../table/dead-letters.ts";
import { commit } from "../table/store/commit.ts";
import type { Table } from "../table/store/table.ts";
import { readWebhook } from "../table/webhooks.ts";

interface ReplayRequest {
  organizationId: string;
  /** Null: the dead letters of all subscriptions, and those without a subscription. */
  webhookId: string | null;
  statuses: (typeof replayableStatuses)[number][];
}

/**
 * Requests the replay of the dead letters that exist now, and returns how many they are.
 * @throws not_found when there is no such subscription, unprocessable when it is disabled.
 */
export async function requestReplay(
  table: Table,
  { organizationId, webhookId, statuses }: ReplayRequest,
  nowMs: number,
): Promise<{ count: number }> {
  if (webhookId !== null) await assertActive(table, organizationId, webhookId);
  const upTo = isoTime(nowMs);
  const current = { webhookId: webhookId ?? undefined, statuses };
  const count = await countDeadLetters(table, organizationId, current, upTo);
  if (count === 0) return { count };
  const filter = { webhookId, statuses };
  const body = { kind: "dead-letters.replay" as const, organizationId, filter, upTo, after: null };
  await commit(table, [], {
    messages: [{ queue: "replays", body, notBeforeMs: 0, group: organizationId }],
  });
  return { count };
}

async function assertActive(table: Table, organizationId: string, webhookId: string): Promise<void> {
  const webhook = await readWebhook(table, organizationId, webhookId);
  if (webhook === null) throw notFound("webhook subscription");
  if (webhook.status === "disabled")
    throw unprocessable("The webhook subscription is disabled: enable it first.");
}
