import type { Brand } from "../domain/brand.ts";
import { eventMessage } from "../domain/event-message.ts";
import type { NewId } from "../domain/ids.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import type { Pipeline } from "../domain/pipeline.ts";
import { pluralize } from "../domain/pluralize.ts";
import { schedulingMessages } from "../domain/post.ts";
import { reminderMessages } from "../domain/post-reminder.ts";
import {
  failedRunMessages,
  pendingStages,
  type Run,
  type RunStageName,
  succeededRunMessages,
  withStage,
} from "../domain/run.ts";
import { afterRun } from "../domain/seen-items.ts";
import { isoTime } from "../domain/time.ts";
import { readOwnLimitsOf } from "../table/account-limits.ts";
import { completeRun, failRun, recordStages } from "../table/runs.ts";
import { readSeenItems, seenItemsChange } from "../table/seen-items.ts";
import { conflict, retryOnConflict } from "../table/store/optimistic-lock.ts";
import type { Table } from "../table/store/table.ts";
import { RunFailed } from "./run-failed.ts";
import type { FetchSource } from "./sources/source.ts";
import { choose } from "./stages/choose.ts";
import { discover } from "./stages/discover.ts";
import { plan } from "./stages/plan.ts";
import { rank, type Trend } from "./stages/rank.ts";
import { write } from "./stages/write.ts";

export interface RunEffects {
  table: Table;
  nowMs: () => number;
  newId: NewId;
  fetchSource: FetchSource;
}

/**
 * Executes a leased run: discover, rank, write, plan. One write makes the run succeed and stores its posts and messages, so a
 * worker that dies before that leaves nothing behind.
 */
export async function executeRun(
  run: Run,
  { pipeline, brand }: { pipeline: Pipeline; brand: Brand },
  leaseToken: string,
  effects: RunEffects,
): Promise<void> {
  const { table, nowMs, newId, fetchSource } = effects;
  // Start with all stages pending, also if a worker that died has shown progress.
  let stages = pendingStages();
  let current: RunStageName = "discover";
  const finish = (detail: string) => {
    stages = withStage(stages, current, "succeeded", detail, nowMs());
  };
  const enter = async (stage: RunStageName) => {
    current = stage;
    stages = withStage(stages, stage, "running", null, nowMs());
    await recordStages(table, run, leaseToken, stages);
  };

  try {
    await enter("discover");
    const found = await discover(pipeline.sources, fetchSource);
    finish(found.detail);

    await enter("rank");
    const ranked = rank(found.items, pipeline, nowMs());
    const limits = await readOwnLimitsOf(table, brand, pipeline.channels);

    // Another run of the pipeline may end meanwhile. Then choose again, without its items and its slots.
    await retryOnConflict(async () => {
      current = "rank";
      const seen = await readSeenItems(table, run, nowMs());
      const { chosen, sighted, postedBefore } = choose(ranked.candidates, seen, pipeline.postsPerRun);
      finish(`${ranked.detail}; ${postedBefore} posted by earlier runs`);

      await enter("write");
      const drafts = write(chosen, { pipeline, brand, limits });
      finish(pluralize(drafts.length, "post"));

      await enter("plan");
      const { posts, used } = plan(drafts, { run, brand, seen, newId, nowMs: nowMs() });
      finish(
        brand.settings.postingSlots.length === 0 ? "no posting slots: at once" : "the next posting slots",
      );

      const now = nowMs();
      const remembered = afterRun(seen, { sighted, used }, now);
      const outputs = posts.map(({ id }) => id);
      const isStored = await completeRun(table, run, leaseToken, {
        posts,
        stages,
        nowMs: now,
        alongside: remembered === seen ? [] : [seenItemsChange(run, seen, remembered)],
        messages: [
          ...succeededRunMessages(run, outputs, () => newId("evt"), now),
          ...ranked.trends.map((trend) => trendMessage(run, trend, newId, now)),
          ...posts.flatMap((post) => schedulingMessages(post, newId, now)),
          ...posts.flatMap(reminderMessages),
        ],
      });
      return isStored ? undefined : conflict;
    });
  } catch (error) {
    if (!(error instanceof RunFailed)) throw error;
    const now = nowMs();
    const reason = { code: error.code, message: error.message };
    await failRun(table, run, {
      error: reason,
      stages: withStage(stages, current, "failed", error.message, now),
      nowMs: now,
      messages: failedRunMessages(run, reason, newId("evt"), now),
    });
  }
}

function trendMessage(
  run: Run,
  { topic, score, sources }: Trend,
  newId: NewId,
  nowMs: number,
): OutgoingMessage {
  const { brandId, pipelineId, runId, organizationId } = run;
  const trend = { trendId: newId("trd"), brandId, pipelineId, runId, topic, score, sources };
  return eventMessage(
    newId("evt"),
    "trend.detected",
    organizationId,
    { ...trend, detectedAt: isoTime(nowMs) },
    nowMs,
  );
}
