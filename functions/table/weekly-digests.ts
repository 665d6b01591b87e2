import type { Brand, SuggestedSlots } from "../domain/brand.ts";
import { digestMessage, type NextDigest } from "../domain/digest-chain.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import type { WeeklyDigest } from "../domain/weekly-digest.ts";
import { brandKey, weeklyDigestKey } from "./keys.ts";
import type { Change } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { readItem } from "./store/read.ts";
import type { Table } from "./store/table.ts";

/** Reads the digest of a brand's week; null when there is none. One read. */
export function readDigest(
  table: Table,
  organizationId: string,
  brandId: string,
  week: string,
): Promise<WeeklyDigest | null> {
  return readItem<WeeklyDigest>(table, weeklyDigestKey(organizationId, brandId, week));
}

/**
 * Stores the digest that a brand waits for. The brand gets the slots that its results suggest, and waits for the next digest.
 * So of several workers that have computed the same digest, one stores it.
 * @param brand the brand as it was read
 * @returns false, and stores nothing, if the brand now waits for another digest, has another time zone, or is deleted
 */
export function storeDigest(
  table: Table,
  brand: Brand,
  {
    digest,
    suggestedSlots,
    next,
  }: { digest: WeeklyDigest; suggestedSlots: SuggestedSlots; next: NextDigest },
  messages: readonly OutgoingMessage[],
): Promise<boolean> {
  const move: Change = {
    kind: "update",
    key: brandKey(brand.organizationId, brand.id),
    update: "SET nextDigest = :next, suggestedSlots = :slots",
    condition: "nextDigest = :awaited AND #zone = :zone",
    names: { "#zone": "timezone" },
    values: {
      ":next": next,
      ":slots": suggestedSlots,
      ":awaited": brand.nextDigest,
      ":zone": brand.timezone,
    },
  };
  return commit(table, [digestPut(digest), move], {
    messages: [...messages, digestMessage(brand, next)],
    onConditionFailed: () => false,
  });
}

/**
 * Stores a digest that was computed again, with the messages that follow.
 * @param known the digest as it was read
 * @returns false, and stores nothing, if another worker has refreshed it since
 */
export function replaceDigest(
  table: Table,
  known: WeeklyDigest,
  refreshed: WeeklyDigest,
  messages: readonly OutgoingMessage[],
): Promise<boolean> {
  const condition = "refreshes = :known";
  const write = { ...digestPut(refreshed), condition, values: { ":known": known.refreshes } };
  return commit(table, [write], { messages, onConditionFailed: () => false });
}

/** The change that stores a digest in place of any earlier one of the same week. */
export function digestPut(digest: WeeklyDigest): Change {
  const key = weeklyDigestKey(digest.organizationId, digest.brandId, digest.week);
  return { kind: "put", item: { ...digest, ...key } };
}
