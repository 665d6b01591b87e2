import { afterPages, type BulkReplay } from "../domain/bulk-replay.ts";
import { DomainError } from "../domain/errors.ts";
import { logger } from "../platform/logger.ts";
import { worker } from "../platform/worker.ts";
import { readBulkReplay, recordProgress } from "../table/bulk-replays.ts";
import { replayDeadLetter } from "../table/dead-letter-replays.ts";
import { pageOfDeadLetters, type StoredDeadLetter } from "../table/dead-letters.ts";
import { deadLetterSort } from "../table/index-keys.ts";
import type { Table } from "../table/store/table.ts";
import { readWebhook, webhooksOfOrganization } from "../table/webhooks.ts";

/** Few enough that one invocation ends long before its time-out: each is a transaction. */
const lettersPerPage = 50;
/** Pages on which nothing can be replayed cost reads only, so one message looks through several. */
const pagesPerMessageMax = 20;

/**
 * Replays dead letters of a bulk replay, at most one page of them per message. Those that cannot be replayed are left
 * out before anything is written.
 */
export const handler = worker<"replays">(async ({ organizationId, replayId, after }, { table, nowMs }) => {
  const replay = await readBulkReplay(table, { organizationId, id: replayId }, nowMs());
  // The message came twice, or another bulk replay has started because this one took too long.
  if (replay === null || replay.status !== "running" || replay.after !== after) return;

  const isReplayable = await replayableLetters(table, replay);
  const progress = { replayed: 0, skipped: 0, after };
  for (let pages = 0; pages < pagesPerMessageMax && progress.replayed === 0; pages += 1) {
    const page = await pageOf(table, replay, progress.after, nowMs());
    const candidates = page.rows.filter(isReplayable);
    const replayed = await replayAll(table, candidates, replay, nowMs);
    progress.replayed += replayed;
    progress.skipped += page.rows.length - replayed;
    progress.after = page.next;
    if (page.next === null) break;
  }
  const continued = afterPages(replay, progress, nowMs());
  const isStored = await recordProgress(table, replay, continued, nowMs());
  const { replayed, skipped } = progress;
  logger.info("dead letters were replayed", { organizationId, replayId, replayed, skipped, isStored });
});

/** Reads one page. Its `next` is null when no dead letter follows that existed when the replay was requested. */
async function pageOf(
  table: Table,
  { organizationId, filter, createdAt }: BulkReplay,
  after: string | null,
  nowMs: number,
): Promise<{ rows: StoredDeadLetter[]; next: string | null }> {
  const { rows, next } = await pageOfDeadLetters(
    table,
    organizationId,
    { webhookId: filter.webhookId ?? undefined, statuses: filter.statuses },
    { order: "asc", limit: lettersPerPage, after },
    nowMs,
  );
  return {
    rows: rows.filter((letter) => deadLetterSort(letter) <= createdAt),
    next: next !== null && next <= createdAt ? next : null,
  };
}

/** Returns whether a dead letter can be replayed: its subscription is active, or it has none. */
async function replayableLetters(
  table: Table,
  { organizationId, filter }: BulkReplay,
): Promise<(letter: StoredDeadLetter) => boolean> {
  const webhooks =
    filter.webhookId === null
      ? await webhooksOfOrganization(table, organizationId)
      : [await readWebhook(table, organizationId, filter.webhookId)];
  const active = new Set(webhooks.flatMap((webhook) => (webhook?.status === "active" ? [webhook.id] : [])));
  return ({ webhookId }) => webhookId === null || active.has(webhookId);
}

/** Replays dead letters, and returns how many: one that has changed since it was read may be left out. */
async function replayAll(
  table: Table,
  letters: readonly StoredDeadLetter[],
  { filter }: BulkReplay,
  nowMs: () => number,
): Promise<number> {
  let replayed = 0;
  // One after the other: their transactions check the same subscriptions and would conflict.
  for (const letter of letters) {
    try {
      await replayDeadLetter(table, letter, nowMs(), filter.statuses);
      replayed += 1;
    } catch (error) {
      // A dead letter that is being changed right now is retried with the message.
      if (!(error instanceof DomainError) || error.code === "rate_limited") throw error;
    }
  }
  return replayed;
}
