import { createHash } from "node:crypto";
import type { BrandRef } from "../domain/brand.ts";
import { type Expiring, expiryOf, isExpired, lifetimesMs } from "../domain/lifetimes.ts";
import type { Source } from "../domain/source.ts";
import { sourceStateKey, sourceStatesPartition } from "./keys.ts";
import { commit } from "./store/commit.ts";
import { deletePage } from "./store/delete-items.ts";
import { readItem } from "./store/read.ts";
import type { Table } from "./store/table.ts";
import { versionedPut } from "./store/versioned-put.ts";

/** What a brand's runs know of a source from the runs before. */
export interface SourceState {
  /** Counts the writes of the item. Null: nothing is stored yet. */
  version: number | null;
  /** Until when the source asked to wait, in epoch milliseconds; null if it did not. */
  waitUntilMs: number | null;
  /** The document that was read last; null if it has no validators. */
  document: SourceDocument | null;
}

/** A document, with its validators for conditional requests (RFC 9110, section 13). */
export interface SourceDocument {
  /** The hash of the URL that it was read from. */
  urlHash: string;
  etag: string | null;
  lastModified: string | null;
  /** Its items, compressed. */
  packedItems: Uint8Array;
}

type Stored = SourceState & { sourceHash: string } & Expiring;

/** Increase it when a source's items are read differently than before. Then the stored items are ignored. */
const itemsShape = 1;

/** Identifies a source, with the shape of its items. */
function hashOf(source: Source): string {
  const fields = Object.entries(source).map((field) => JSON.stringify(field));
  return createHash("sha256")
    .update([itemsShape, ...fields.toSorted()].join())
    .digest("hex");
}

/**
 * The hash of a source chooses one of 4,096 places. So a brand has at most 4,096 states, even if its sources change often. Two
 * sources share a place with a chance of 1 in 4,096. Then each replaces the state of the other.
 */
const placeLength = 3;
const keyOf = ({ organizationId, brandId }: BrandRef, sourceHash: string) =>
  sourceStateKey(organizationId, brandId, sourceHash.slice(0, placeLength));

/** Reads the state of a source. One read per 4 kB. */
export async function readSourceState(
  table: Table,
  scope: BrandRef,
  source: Source,
  nowMs: number,
): Promise<SourceState> {
  const sourceHash = hashOf(source);
  const stored = await readItem<Stored>(table, keyOf(scope, sourceHash));
  const none: SourceState = { version: stored?.version ?? null, waitUntilMs: null, document: null };
  const isOwn = stored !== null && stored.sourceHash === sourceHash && !isExpired(stored, nowMs);
  return isOwn ? { ...none, waitUntilMs: stored.waitUntilMs, document: stored.document } : none;
}

/**
 * Stores the next state of a source. One write per kB.
 * @param known the state as it was read
 * @returns false, and stores nothing, if another run has stored a state at this place since
 */
export function storeSourceState(
  table: Table,
  scope: BrandRef,
  source: Source,
  { known, next, nowMs }: { known: SourceState; next: Omit<SourceState, "version">; nowMs: number },
): Promise<boolean> {
  const sourceHash = hashOf(source);
  const item = {
    ...keyOf(scope, sourceHash),
    ...next,
    sourceHash,
    expiresAt: expiryOf(lifetimesMs.sourceState, nowMs),
  };
  const put = versionedPut(item, known.version);
  return commit(table, [put], { onConditionFailed: () => false });
}

/**
 * Deletes states of the sources of a deleted brand.
 * @returns whether there may be more
 */
export function removeSourceStates(
  table: Table,
  { organizationId, brandId }: BrandRef,
  statesMax: number,
): Promise<boolean> {
  return deletePage(table, sourceStatesPartition(organizationId, brandId), statesMax);
}
