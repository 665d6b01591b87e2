import { digestAfter, weekEndMs } from "../domain/digest-chain.ts";
import { eventMessage } from "../domain/event-message.ts";
import type { QueueMessages } from "../domain/message.ts";
import { suggestSlots } from "../domain/suggested-slots.ts";
import { isoTime, weekMs } from "../domain/time.ts";
import { weekAfter } from "../domain/week.ts";
import { refreshedDigest, refreshMessages, weeklyDigest } from "../domain/weekly-digest.ts";
import type { Effects } from "../platform/effects.ts";
import { worker } from "../platform/worker.ts";
import { readBrand } from "../table/brands.ts";
import { measuredPosts } from "../table/measured-posts.ts";
import { readDigest, replaceDigest, storeDigest } from "../table/weekly-digests.ts";

type Message<Kind> = Extract<QueueMessages["digests"], { kind: Kind }>;

/** Slots are suggested from the results of so many weeks, and of at most so many posts, the newest: 11 calls of the table. */
const suggestionWeeks = 12;
const suggestionPostsMax = 500;

export const handler = worker<"digests">((message, effects) => {
  switch (message.kind) {
    case "digest.compute":
      return compute(message, effects);
    case "digest.refresh":
      return refresh(message, effects);
  }
});

/**
 * Computes the digest of a week that has ended, with its event, and requests the next digest in the same write. Does
 * nothing for a week that the brand does not wait for: it is computed already, or was replanned in another time zone.
 */
async function compute(message: Message<"digest.compute">, effects: Effects): Promise<void> {
  const { table, nowMs, newId } = effects;
  const { organizationId, brandId, week, timezone } = message;
  const brand = await readBrand(table, organizationId, brandId);
  if (brand?.nextDigest?.week !== week || brand.timezone !== timezone) return;

  const endsAtMs = weekEndMs(week, timezone);
  const span = { startsAt: brand.nextDigest.startsAt, endsAt: isoTime(endsAtMs) };
  const resultsFrom = isoTime(endsAtMs - suggestionWeeks * weekMs);
  const [posts, previous, results] = await Promise.all([
    measuredPosts(table, { organizationId, brandId }, span),
    readDigest(table, organizationId, brandId, weekAfter(week, -1)),
    measuredPosts(table, { organizationId, brandId }, { ...span, startsAt: resultsFrom }, suggestionPostsMax),
  ]);
  // A worker may receive a message a little early. The digest is computed as of the end of the week.
  const now = Math.max(nowMs(), endsAtMs);
  const digest = weeklyDigest({ organizationId, brandId, week, ...span }, { posts, previous, brand }, now);
  const data = { brandId, week, ...span };
  const { postingSlots } = brand.settings;
  const suggestedSlots = { ...suggestSlots(results, { timezone, postingSlots }), computedAt: isoTime(now) };
  const next = digestAfter(digest, timezone, now);
  await storeDigest(table, brand, { digest, suggestedSlots, next }, [
    eventMessage(newId("evt"), "analytics.weekly_ready", organizationId, data, now),
    ...refreshMessages(digest, now),
  ]);
}

/** Computes a digest again from newer metrics. Sends no event. */
async function refresh(
  { organizationId, brandId, week, refreshes }: Message<"digest.refresh">,
  { table, nowMs }: Effects,
): Promise<void> {
  const [digest, brand] = await Promise.all([
    readDigest(table, organizationId, brandId, week),
    readBrand(table, organizationId, brandId),
  ]);
  if (digest === null || digest.refreshes !== refreshes) return;
  const [posts, previous] = await Promise.all([
    measuredPosts(table, { organizationId, brandId }, digest),
    readDigest(table, organizationId, brandId, weekAfter(week, -1)),
  ]);
  const now = nowMs();
  const refreshed = refreshedDigest(digest, { posts, previous, brand }, now);
  await replaceDigest(table, digest, refreshed, refreshMessages(refreshed, now));
}
