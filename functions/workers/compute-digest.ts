import { digestAfter, weekEndMs } from "../domain/digest-chain.ts";
import { eventMessage } from "../domain/event-message.ts";
import type { QueueMessages } from "../domain/message.ts";
import { isoTime } from "../domain/time.ts";
import { refreshedDigest, refreshMessages, weeklyDigest } from "../domain/weekly-digest.ts";
import type { Effects } from "../platform/effects.ts";
import { worker } from "../platform/worker.ts";
import { readBrand } from "../table/brands.ts";
import { metricsOfWeek, readDigest, replaceDigest, storeDigest } from "../table/weekly-digests.ts";

type Message<Kind> = Extract<QueueMessages["digests"], { kind: Kind }>;

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
  const metrics = await metricsOfWeek(table, organizationId, brandId, span);
  // A worker may receive a message a little early. The digest is computed as of the end of the week.
  const now = Math.max(nowMs(), endsAtMs);
  const digest = weeklyDigest({ organizationId, brandId, week, ...span }, metrics, now);
  const data = { brandId, week, ...span };
  await storeDigest(table, brand, digest, digestAfter(digest, timezone, now), [
    eventMessage(newId("evt"), "analytics.weekly_ready", organizationId, data, now),
    ...refreshMessages(digest, now),
  ]);
}

/** Computes a digest again from newer metrics. Sends no event. */
async function refresh(
  { organizationId, brandId, week, refreshes }: Message<"digest.refresh">,
  { table, nowMs }: Effects,
): Promise<void> {
  const digest = await readDigest(table, organizationId, brandId, week);
  if (digest === null || digest.refreshes !== refreshes) return;
  const metrics = await metricsOfWeek(table, organizationId, brandId, digest);
  const now = nowMs();
  const refreshed = refreshedDigest(digest, metrics, now);
  await replaceDigest(table, digest, refreshed, refreshMessages(refreshed, now));
}
