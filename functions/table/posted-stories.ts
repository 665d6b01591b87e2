import type { BrandRef } from "../domain/brand.ts";
import type { Expiring } from "../domain/lifetimes.ts";
import { expiryOf, lifetimesMs } from "../domain/lifetimes.ts";
import { fingerprintLength, type PostedStories } from "../domain/posted-stories.ts";
import { postedLinkKey, postedStoriesKey } from "./keys.ts";
import type { Change } from "./store/change.ts";
import { readItem, readItems } from "./store/read.ts";
import type { Table } from "./store/table.ts";
import { versionedPut } from "./store/versioned-put.ts";

/** The fingerprints of a day are one text, because each element of a list would take further bytes. */
type Stored = Expiring & { version: number; days: Record<string, string> };

/** Reads what a brand remembers of the stories that it has posted. One read. */
export async function readPostedStories(
  table: Table,
  { organizationId, brandId }: BrandRef,
): Promise<PostedStories> {
  const stored = await readItem<Stored>(table, postedStoriesKey(organizationId, brandId));
  if (stored === null) return { version: null, days: {} };
  const days = Object.entries(stored.days).map(([day, text]) => [day, split(text)] as const);
  return { version: stored.version, days: Object.fromEntries(days) };
}

function split(text: string): string[] {
  const count = Math.floor(text.length / fingerprintLength);
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * fingerprintLength, (index + 1) * fingerprintLength),
  );
}

/**
 * The change that replaces what a brand remembers. Its condition fails if another run of any pipeline of the brand has replaced
 * it since it was read: so two runs never choose the same story.
 */
export function postedStoriesChange(
  { organizationId, brandId }: BrandRef,
  before: PostedStories,
  after: PostedStories,
  nowMs: number,
): Change {
  const days = Object.entries(after.days).map(([day, fingerprints]) => [day, fingerprints.join("")] as const);
  const item = {
    ...postedStoriesKey(organizationId, brandId),
    days: Object.fromEntries(days),
    expiresAt: expiryOf(lifetimesMs.postedStories, nowMs),
  };
  return versionedPut(item, before.version);
}

/** The change that remembers the link of a post that no run made. */
export function postedLinkChange(
  { organizationId, brandId }: BrandRef,
  fingerprint: string,
  nowMs: number,
): Change {
  const expiresAt = expiryOf(lifetimesMs.postedStories, nowMs);
  return { kind: "put", item: { ...postedLinkKey(organizationId, brandId, fingerprint), expiresAt } };
}

/**
 * Returns those of some fingerprints that are links of the brand's posts that no run made. Costs half a read for each.
 * @param fingerprints without duplicates
 */
export async function postedLinksAmong(
  table: Table,
  { organizationId, brandId }: BrandRef,
  fingerprints: readonly string[],
): Promise<string[]> {
  const keys = fingerprints.map((fingerprint) => postedLinkKey(organizationId, brandId, fingerprint));
  return (await readItems(table, keys)).map(({ sk }) => String(sk));
}
