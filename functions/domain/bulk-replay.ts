import type { replayableStatuses } from "./delivery.ts";
import type { OutgoingMessage } from "./message.ts";
import { hourMs, isoTime } from "./time.ts";

export const bulkReplayStatuses = ["running", "finished", "failed"] as const;

/** Selects the dead letters of a bulk replay. */
export interface ReplayFilter {
  /** Null: the dead letters of all subscriptions, and those without a subscription. */
  webhookId: string | null;
  statuses: (typeof replayableStatuses)[number][];
}

/** The replay of all dead letters that a filter selects. An organization has at most one that is running. */
export interface BulkReplay {
  id: string;
  organizationId: string;
  status: (typeof bulkReplayStatuses)[number];
  filter: ReplayFilter;
  /** How many dead letters the filter selected at `createdAt`. Later ones are not replayed. */
  count: number;
  replayed: number;
  /** Those that could not be replayed. */
  skipped: number;
  /** Where the next page starts; null for the first page. */
  after: string | null;
  /** Until then no other bulk replay of the organization may start. Every page renews it. */
  leaseUntilMs: number;
  createdAt: string;
  finishedAt: string | null;
}

/**
 * Longer than SQS takes to deliver a page's message five times. So another replay can start even if that message was
 * lost.
 */
const leaseMs = hourMs;

/** Begins a bulk replay. Without dead letters it has finished at once. */
export function openBulkReplay(
  given: Pick<BulkReplay, "id" | "organizationId" | "filter" | "count">,
  nowMs: number,
): BulkReplay {
  const createdAt = isoTime(nowMs);
  const isEmpty = given.count === 0;
  return {
    ...given,
    status: isEmpty ? "finished" : "running",
    replayed: 0,
    skipped: 0,
    after: null,
    leaseUntilMs: nowMs + leaseMs,
    createdAt,
    finishedAt: isEmpty ? createdAt : null,
  };
}

/** Whether no other bulk replay of the organization may start. */
export function isInProgress({ status, leaseUntilMs }: BulkReplay, nowMs: number): boolean {
  return status === "running" && leaseUntilMs > nowMs;
}

/** Returns a bulk replay after some of its pages. `after` is null when no page follows. */
export function afterPages(
  replay: BulkReplay,
  { replayed, skipped, after }: Pick<BulkReplay, "replayed" | "skipped" | "after">,
  nowMs: number,
): BulkReplay {
  const progress = { replayed: replay.replayed + replayed, skipped: replay.skipped + skipped };
  if (after === null) return { ...replay, ...progress, status: "finished", finishedAt: isoTime(nowMs) };
  return { ...replay, ...progress, after, leaseUntilMs: nowMs + leaseMs };
}

/** Returns a bulk replay that has stopped, because another one takes its place. */
export function failedReplay(replay: BulkReplay, nowMs: number): BulkReplay {
  return { ...replay, status: "failed", finishedAt: isoTime(nowMs) };
}

/** A bulk replay as clients see it. */
export function bulkReplayView(replay: BulkReplay) {
  const { id, status, filter, count, replayed, skipped, createdAt, finishedAt } = replay;
  const { webhookId, statuses } = filter;
  return {
    id,
    status,
    filter: { webhookId, status: statuses },
    count,
    replayed,
    skipped,
    createdAt,
    finishedAt,
  };
}

/** The message that replays the next pages of a bulk replay. */
export function bulkReplayMessage({ organizationId, id: replayId, after }: BulkReplay): OutgoingMessage {
  return {
    queue: "replays",
    body: { kind: "dead-letters.replay", organizationId, replayId, after },
    notBeforeMs: 0,
    group: organizationId,
  };
}
