import { type BulkReplay, bulkReplayMessage, failedReplay } from "../domain/bulk-replay.ts";
import { type Expiring, expiryOf, isExpired, lifetimesMs } from "../domain/lifetimes.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import { bulkReplayKey, latestBulkReplayKey } from "./keys.ts";
import type { Change } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import type { ConditionFailed } from "./store/condition-failed.ts";
import { readItem } from "./store/read.ts";
import type { Table } from "./store/table.ts";

type BulkReplayRef = Pick<BulkReplay, "organizationId" | "id">;

/** Reads a bulk replay; null when there is none, or when it has expired. */
export async function readBulkReplay(
  table: Table,
  { organizationId, id }: BulkReplayRef,
  nowMs: number,
): Promise<BulkReplay | null> {
  const replay = await readItem<BulkReplay & Expiring>(table, bulkReplayKey(organizationId, id));
  return replay === null || isExpired(replay, nowMs) ? null : replay;
}

/** The bulk replay that an organization has started last, and its id; null when there is none. */
interface LatestBulkReplay {
  id: string | null;
  replay: BulkReplay | null;
}

export async function readLatestBulkReplay(
  table: Table,
  organizationId: string,
  nowMs: number,
): Promise<LatestBulkReplay> {
  const latest = await readItem<{ replayId: string }>(table, latestBulkReplayKey(organizationId));
  if (latest === null) return { id: null, replay: null };
  const id = latest.replayId;
  return { id, replay: await readBulkReplay(table, { organizationId, id }, nowMs) };
}

export function bulkReplayPut(replay: BulkReplay, nowMs: number): Extract<Change, { kind: "put" }> {
  const expiresAt = expiryOf(lifetimesMs.bulkReplay, nowMs);
  return { kind: "put", item: { ...bulkReplayKey(replay.organizationId, replay.id), ...replay, expiresAt } };
}

/** The change that makes a bulk replay the latest one of its organization. */
export function latestBulkReplayPut(
  { organizationId, id: replayId }: BulkReplayRef,
  nowMs: number,
): Extract<Change, { kind: "put" }> {
  const expiresAt = expiryOf(lifetimesMs.bulkReplay, nowMs);
  return { kind: "put", item: { ...latestBulkReplayKey(organizationId), replayId, expiresAt } };
}

/**
 * Stores a new bulk replay with the message of its first page. A latest one that is still running must have lost its
 * lease: it fails.
 * @param latest as it was read
 * @returns false, and stores nothing, if another bulk replay has started since, or the latest one has continued
 */
export async function insertBulkReplay(
  table: Table,
  replay: BulkReplay,
  latest: LatestBulkReplay,
  nowMs: number,
): Promise<boolean> {
  const insert = { ...bulkReplayPut(replay, nowMs), condition: "attribute_not_exists(pk)" };
  // Nothing to replay: it has finished, and needs no lock.
  if (replay.status === "finished") return commit(table, [insert], { onConditionFailed: isStored });
  const changes: Change[] = [
    insert,
    {
      ...latestBulkReplayPut(replay, nowMs),
      ...(latest.id === null
        ? { condition: "attribute_not_exists(pk)" }
        : { condition: "replayId = :latest", values: { ":latest": latest.id } }),
    },
    ...(latest.replay?.status === "running"
      ? [replacement(latest.replay, failedReplay(latest.replay, nowMs), nowMs)]
      : []),
  ];
  return commit(table, changes, { messages: [bulkReplayMessage(replay)], onConditionFailed: isStored });
}

/** Whether an earlier try of the same request has stored the bulk replay, which is the first change. */
const isStored = ({ indexes }: ConditionFailed): boolean => indexes.includes(0);

/**
 * Stores the progress of a bulk replay, with the message of its next page unless it has finished.
 * @param before as it was read
 * @returns false, and stores nothing, if it was continued or ended by another worker since
 */
export function recordProgress(
  table: Table,
  before: BulkReplay,
  after: BulkReplay,
  nowMs: number,
): Promise<boolean> {
  const messages = after.status === "running" ? [bulkReplayMessage(after)] : [];
  const change = replacement(before, after, nowMs);
  return commit(table, [change], { messages, onConditionFailed: () => false });
}

/**
 * Ends the lease of a bulk replay whose message no worker could handle, with the message that continues it later: until
 * then another one may start. Does nothing if it has continued or ended since it was read.
 */
export async function releaseBulkReplay(
  table: Table,
  replay: BulkReplay,
  { nowMs, messages }: { nowMs: number; messages: readonly OutgoingMessage[] },
): Promise<void> {
  const change = replacement(replay, { ...replay, leaseUntilMs: nowMs }, nowMs);
  await commit(table, [change], { messages, onConditionFailed: () => undefined });
}

/** Replaces a bulk replay, on the condition that it is running and where it was when it was read. */
function replacement(read: BulkReplay, changed: BulkReplay, nowMs: number): Change {
  return {
    ...bulkReplayPut(changed, nowMs),
    condition: "#status = :running AND #after = :after",
    names: { "#status": "status", "#after": "after" },
    values: { ":running": "running", ":after": read.after },
  };
}
