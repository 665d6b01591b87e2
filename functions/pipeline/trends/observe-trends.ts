import type { Brand } from "../../domain/brand.ts";
import { eventMessage } from "../../domain/event-message.ts";
import type { NewId } from "../../domain/ids.ts";
import type { OutgoingMessage } from "../../domain/message.ts";
import type { Run } from "../../domain/run.ts";
import { isoTime } from "../../domain/time.ts";
import type { Trend } from "../../domain/trend.ts";
import { type ScoredTrend, updateStatuses } from "../../domain/trend-status.ts";
import { readBrandTrends, storeBrandTrends } from "../../table/brand-trends.ts";
import { conflict, retryOnConflict } from "../../table/store/optimistic-lock.ts";
import type { Table } from "../../table/store/table.ts";
import { readTrends } from "../../table/trends.ts";
import { observeStories, type Reading } from "./observe-stories.ts";
import { shownTrend } from "./shown-trend.ts";

/**
 * Adds what a run has read to its brand's trends, and sends an event for each one that has risen. It is one write, which may be
 * repeated: a run that is executed twice observes the same, at the same time, and nothing changes. Of two runs of a brand
 * that end at once, the second one observes after the first.
 * @returns how many of the brand's rising trends the run has read about
 */
export async function observeTrends(
  table: Table,
  { run, brand, newId }: { run: Run; brand: Brand; newId: NewId },
  reading: Reading,
): Promise<number> {
  const nowMs = Date.parse(run.createdAt);
  const { organizationId, brandId } = run;
  const { trendThreshold: threshold } = brand.settings;
  return retryOnConflict(async () => {
    const trends = await readBrandTrends(table, run, nowMs);
    const linked = observeStories(trends, reading, nowMs);
    const scored = updateStatuses(trends, { threshold, nowMs, newId });
    const ids = scored.map(({ trend }) => trend.id);
    const known = await readTrends(table, organizationId, ids);
    const shown = scored.map((one) => ({
      ...one,
      shown: shownTrend(one, {
        known: known.get(one.trend.id),
        stories: linked.get(one.trend) ?? [],
        brand: { organizationId, brandId },
        nowMs,
      }),
    }));
    const changed = shown.filter((one) => hasChanged(one, known.get(one.trend.id)));
    const isStored = await storeBrandTrends(table, run, trends, {
      shown: changed.map((one) => one.shown),
      messages: changed
        .filter(({ hasRisen }) => hasRisen)
        .map((one) => detectedMessage(run, one.shown, newId, nowMs)),
      nowMs,
    });
    const readAbout = shown.filter(({ trend }) => trend.status === "rising" && linked.has(trend));
    return isStored ? readAbout.length : conflict;
  });
}

/** A score that has changed by less than this part is not worth a write. */
const scoreChangeMin = 0.05;

function hasChanged(
  { hasRisen, hasFaded, shown }: ScoredTrend & { shown: Trend },
  known: Trend | undefined,
): boolean {
  if (hasRisen || hasFaded || known === undefined) return true;
  if (shown.lastSeenAt !== known.lastSeenAt || shown.title !== known.title) return true;
  return Math.abs(shown.score - known.score) >= scoreChangeMin * known.score;
}

function detectedMessage(run: Run, trend: Trend, newId: NewId, nowMs: number): OutgoingMessage {
  const { brandId, pipelineId, runId, organizationId } = run;
  const { id: trendId, title: topic, score, sources } = trend;
  const data = { trendId, brandId, pipelineId, runId, topic, score, sources, detectedAt: isoTime(nowMs) };
  return eventMessage(newId("evt"), "trend.detected", organizationId, data, nowMs);
}
