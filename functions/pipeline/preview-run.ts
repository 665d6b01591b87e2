import type { Brand } from "../domain/brand.ts";
import type { Pipeline } from "../domain/pipeline.ts";
import type { Post } from "../domain/post.ts";
import { queueRun, type RunError, type RunStage } from "../domain/run.ts";
import { readOwnLimitsOf } from "../table/account-limits.ts";
import type { Generate } from "./generators/generator.ts";
import { findCandidates, type MakingEffects, makePosts, nothingWritten, writerFor } from "./make-posts.ts";
import { RunFailed } from "./run-failed.ts";
import { openProgress } from "./run-progress.ts";
import { imagesWithinPreview, withinPreview } from "./within-preview.ts";
import { withinTimeLimit } from "./within-time-limit.ts";

/** A model takes seconds, and costs money. */
const asksNoModel: Generate = async () => ({
  outcome: "not_written",
  reason: "A preview asks no model.",
  isDoubtful: false,
  isLasting: true,
  tokens: null,
});
const writesWithinMs = 5_000;

interface Preview {
  /** The posts, with ids that no stored post has. */
  posts: Post[];
  stages: readonly RunStage[];
  /** Why the run would fail; null if it would succeed. */
  error: RunError | null;
}

/** Does what a run of a pipeline would do now, by the same steps, and stores nothing. */
export async function previewRun(
  { pipeline, brand }: { pipeline: Pipeline; brand: Brand },
  effects: Omit<MakingEffects, "generate">,
): Promise<Preview> {
  const { table, nowMs, newId, fetchSource, fetchImage, timeLimit } = effects;
  const { organizationId, brandId, id: pipelineId } = pipeline;
  const queued = { runId: newId("run"), organizationId, pipelineId, brandId, trigger: "manual" as const };
  const run = queueRun(queued, nowMs());
  const progress = openProgress(run, null, nowMs);
  const own = {
    ...effects,
    fetchSource: withinPreview(fetchSource),
    fetchImage: imagesWithinPreview(fetchImage),
    generate: asksNoModel,
    isTried: true,
  };
  try {
    const posts = await withinTimeLimit(timeLimit, async () => {
      const found = await findCandidates(run, { pipeline, brand }, progress, own);
      const limits = await readOwnLimitsOf(table, brand, pipeline.channels);
      const writer = writerFor({ pipeline, brand, limits }, own, writesWithinMs);
      const making = { pipeline, brand, limits, found, written: nothingWritten(), writer };
      const made = await makePosts(run, making, progress, own);
      return made.posts.map((post) => {
        const ownLimits = limits.get(post.channel);
        return ownLimits === undefined ? post : { ...post, limits: ownLimits };
      });
    });
    return { posts, stages: progress.stages, error: null };
  } catch (error) {
    if (!(error instanceof RunFailed)) throw error;
    const { code, message } = error;
    return { posts: [], stages: progress.failed(message), error: { code, message } };
  }
}
