import type { Brand } from "../domain/brand.ts";
import type { Pipeline } from "../domain/pipeline.ts";
import type { Post } from "../domain/post.ts";
import { queueRun, type RunError, type RunStage } from "../domain/run.ts";
import type { Generate } from "./generators/generator.ts";
import { type MakingEffects, makePosts, openMaking } from "./make-posts.ts";
import { RunFailed } from "./run-failed.ts";
import { openProgress } from "./run-progress.ts";
import { openFetchSource } from "./sources/fetch-source.ts";
import { openReadOnlyMemory } from "./sources/source-memory.ts";
import { openFetchImage } from "./stages/check-images.ts";
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
/** Only a model needs a time limit for its texts. */
const writesUntilMs = Number.POSITIVE_INFINITY;

interface PreviewEffects extends Pick<MakingEffects, "table" | "nowMs" | "newId" | "timeLimit"> {
  publicUrl: string;
  allowLoopback: boolean;
}

interface Preview {
  /** The posts, with ids that no stored post has. */
  posts: Post[];
  stages: readonly RunStage[];
  /** Why the run would fail; null if it would succeed. */
  error: RunError | null;
}

/**
 * Does what a run of a pipeline would do now, by the same steps. Stores nothing, and asks no model.
 * @param effects.publicUrl the address of this service: it tells the operator of a source who reads it
 */
export async function previewRun(
  { pipeline, brand }: { pipeline: Pipeline; brand: Brand },
  { publicUrl, allowLoopback, ...effects }: PreviewEffects,
): Promise<Preview> {
  const { table, nowMs, newId, timeLimit } = effects;
  const { organizationId, brandId, id: pipelineId } = pipeline;
  const queued = { runId: newId("run"), organizationId, pipelineId, brandId, trigger: "manual" as const };
  const run = queueRun(queued, nowMs());
  const progress = openProgress(run, null, nowMs);
  const memory = openReadOnlyMemory(table, pipeline, nowMs);
  const own = {
    ...effects,
    fetchSource: withinPreview(openFetchSource({ nowMs, allowLoopback, memory, publicUrl })),
    fetchImage: imagesWithinPreview(openFetchImage({ allowLoopback })),
    generate: asksNoModel,
  };
  try {
    const posts = await withinTimeLimit(timeLimit, async () => {
      const making = await openMaking(run, { pipeline, brand, writesUntilMs }, progress, own);
      const made = await makePosts(run, making, progress, own);
      return made.posts.map((post) => {
        const limits = making.limits.get(post.channel);
        return limits === undefined ? post : { ...post, limits };
      });
    });
    return { posts, stages: progress.stages, error: null };
  } catch (error) {
    if (!(error instanceof RunFailed)) throw error;
    const { code, message } = error;
    return { posts: [], stages: progress.failed(message), error: { code, message } };
  }
}
