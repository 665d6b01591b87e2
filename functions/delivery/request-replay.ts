import { type BulkReplay, isInProgress, openBulkReplay, type ReplayFilter } from "../domain/bulk-replay.ts";
import { notFound, unprocessable } from "../domain/errors.ts";
import { isoTime } from "../domain/time.ts";
import { insertBulkReplay, readBulkReplay, readLatestBulkReplay } from "../table/bulk-replays.ts";
import { countDeadLetters } from "../table/dead-letters.ts";
import { conflict, retryOnConflict } from "../table/store/optimistic-lock.ts";
import { alreadyApplied, type Table } from "../table/store/table.ts";
import { readWebhook } from "../table/webhooks.ts";

interface ReplayRequest {
  id: string;
  organizationId: string;
  filter: ReplayFilter;
}

/**
 * Starts the replay of the dead letters that exist now. If an earlier try of the same request has started it, returns
 * it as it was then.
 * @throws not_found when there is no such subscription; unprocessable when it is disabled, or while another bulk replay
 *   of the organization is running
 */
export async function requestReplay(
  table: Table,
  request: ReplayRequest,
  nowMs: number,
): Promise<BulkReplay> {
  const { id, organizationId, filter } = request;
  const stored = alreadyApplied(table, {}) ? await readBulkReplay(table, request, nowMs) : null;
  if (stored !== null) return openBulkReplay({ ...request, count: stored.count }, nowMs);

  const { webhookId, statuses } = filter;
  if (webhookId !== null) await assertActive(table, organizationId, webhookId);
  return retryOnConflict(async () => {
    const latest = await readLatestBulkReplay(table, organizationId, nowMs);
    if (latest.replay !== null && latest.id !== id && isInProgress(latest.replay, nowMs))
      throw unprocessable(
        `The bulk replay ${latest.id} is still running. An organization can have one at a time.`,
      );
    const selected = { webhookId: webhookId ?? undefined, statuses };
    const count = await countDeadLetters(table, organizationId, selected, isoTime(nowMs));
    const replay = openBulkReplay({ ...request, count }, nowMs);
    return (await insertBulkReplay(table, replay, latest, nowMs)) ? replay : conflict;
  });
}

async function assertActive(table: Table, organizationId: string, webhookId: string): Promise<void> {
  const webhook = await readWebhook(table, organizationId, webhookId);
  if (webhook === null) throw notFound("webhook subscription");
  if (webhook.status === "disabled")
    throw unprocessable("The webhook subscription is disabled: enable it first.");
}
