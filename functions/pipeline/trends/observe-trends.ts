import type { Brand } from "../../domain/brand.ts";
import { eventMessage } from "../../domain/event-message.ts";
import type { NewId } from "../../domain/ids.ts";
import type { OutgoingMessage } from "../../domain/message.ts";
import type { PostReason } from "../../domain/post-reason.ts";
import type { Run } from "../../domain/run.ts";
import { isoTime } from "../../domain/time.ts";
import type { Trend } from "../../domain/trend.ts";
import { type ScoredTrend, updateStatuses } from "../../domain/trend-status.ts";
import { readBrandTrends, storeBrandTrends } from "../../table/brand-trends.ts";
import { conflict, retryOnConflict } from "../../table/store/optimistic-lock.ts";
import type { Table } from "../../table/store/table.ts";
import { readTrends } from "../../table/trends.ts";
import type { SourceItem } from "../sources/source.ts";
import { observeStories, type Reading } from "./observe-stories.ts";
import { shownTrend } from "./shown-trend.ts";

/** A rising trend, and what a run has read about it. */
interface RisingTrend {
  trend: NonNullable<PostReason["trend"]>;
  items: readonly SourceItem[];
}

/**
 * Adds what a run has read to its brand's trends, and sends an event for each trend that has risen, in one write. The write can
 * be repeated: a run that is executed twice observes the same items, as of the same time, so nothing changes. If two runs of
 * a brand end at once, one of them repeats its observation on top of the other's.
 * @returns the brand's rising trends that the run has read about
 */
export async function observeTrends(
  table: Table,
  { run, brand, newId }: { run: Run; brand: Brand; newId: NewId },
  reading: Reading,
): Promise<RisingTrend[]> {
  const nowMs = Date.parse(run.createdAt);
  const { organizationId, brandId } = run;
  const { trendThreshold: threshold } = brand.settings;
  return retryOnConflict(async () => {
    const trends = await readBrandTrends(table, run, nowMs);
    const linked = observeStories(trends, reading, nowMs);
    const scored = updateStatuses(trends, { threshold, nowMs, newId });
    const ids = scored.map(({ id }) => id);
    const stored = await readTrends(table, organizationId, ids);
    const shown = scored.map((one) => {
      const known = stored.get(one.id);
      const stories = linked.get(one.trend) ?? [];
      const trend = shownTrend(one, { known, stories, brand: { organizationId, brandId }, nowMs });
      return { ...one, shown: trend, stories, hasChanged: hasChanged(one, trend, known) };
    });
    const changed = shown.filter((one) => one.hasChanged);
    const isStored = await storeBrandTrends(table, run, trends, {
      shown: changed.map((one) => one.shown),
      messages: changed
        .filter(({ hasRisen }) => hasRisen)
        .map((one) => detectedMessage(run, one.shown, newId, nowMs)),
      nowMs,
    });
    if (!isStored) return conflict;
    return shown
      .filter(({ status, stories }) => status === "rising" && stories.length > 0)
      .map(({ shown: { id, title, score }, stories }) => ({
        trend: { id, title, score },
        items: stories.flatMap(({ items }) => items),
      }));
  });
}

/** A smaller change of a score, as a part of the score, is not worth a write. */
const scoreChangeMin = 0.05;

function hasChanged(
  { hasRisen, hasFaded }: Pick<ScoredTrend, "hasRisen" | "hasFaded">,
  shown: Trend,
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
