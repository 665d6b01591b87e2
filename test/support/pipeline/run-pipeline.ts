import type { Brand } from "../../../functions/domain/brand.ts";
import type { Pipeline } from "../../../functions/domain/pipeline.ts";
import type { Post } from "../../../functions/domain/post.ts";
import type { Run } from "../../../functions/domain/run.ts";
import { executeRun } from "../../../functions/pipeline/execute-run.ts";
import { generateFromTemplate } from "../../../functions/pipeline/generators/template.ts";
import type { MakingEffects } from "../../../functions/pipeline/make-posts.ts";
import type { SourceItem } from "../../../functions/pipeline/sources/source.ts";
import { readPost } from "../../../functions/table/posts.ts";
import { insertRun, leaseRun, readRunWithStages } from "../../../functions/table/runs.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { aBrand, aPipeline, aRun, newId, testTimeMs } from "../table/entities.ts";
import { fetchNoImage } from "./fetch-image.ts";

export interface EndedRun {
  run: Run;
  posts: Post[];
}

/**
 * Stores a run of a pipeline, executes it, and returns it as it has ended. Unless `effects` says otherwise, the template writes,
 * no image can be fetched, and the clock shows `testTimeMs`.
 */
export async function executeNewRun(
  table: Table,
  { pipeline, brand }: { pipeline: Pipeline; brand: Brand },
  effects: Pick<MakingEffects, "fetchSource"> & Partial<MakingEffects>,
): Promise<Run> {
  const { organizationId } = brand;
  const all = {
    table,
    nowMs: () => testTimeMs,
    newId,
    fetchImage: fetchNoImage,
    generate: generateFromTemplate,
    ...effects,
  };
  const startMs = all.nowMs();
  const queued = aRun(organizationId, pipeline.id, brand.id);
  await insertRun(table, queued, []);
  const lease = { leaseToken: queued.runId, nowMs: startMs, untilMs: startMs + 1 };
  const leased = await leaseRun(table, queued, lease);
  if (leased.outcome !== "leased") throw new Error("the run is not leased");
  await executeRun(leased.run, { pipeline, brand }, lease.leaseToken, all);
  const ended = await readRunWithStages(table, organizationId, queued.runId, startMs);
  if (ended === null) throw new Error("the run is not stored");
  return ended;
}

/** Reads the posts that runs have created, in order. */
export async function postsOfRuns(table: Table, runs: readonly Run[]): Promise<Post[]> {
  const posts = await Promise.all(
    runs.flatMap(({ organizationId, outputs }) => outputs.map((id) => readPost(table, organizationId, id))),
  );
  return posts.filter((post) => post !== null);
}

/**
 * A brand, and a function that runs a pipeline of it with the items that its sources have. The run's clock shows the time of
 * `atMs`.
 */
export function aRunningBrand(table: Table, settings: Partial<Brand["settings"]> = {}) {
  const brand = aBrand(newId("org"));
  Object.assign(brand.settings, settings);
  const pipelineWith = (changes: Partial<Pipeline> = {}): Pipeline => ({
    ...aPipeline(brand.organizationId, brand.id),
    ...changes,
  });
  async function runIt(
    pipeline: Pipeline,
    items: readonly SourceItem[],
    atMs = testTimeMs,
  ): Promise<EndedRun> {
    const fetchSource = () => Promise.resolve({ parse: () => [...items] });
    const run = await executeNewRun(table, { pipeline, brand }, { fetchSource, nowMs: () => atMs });
    return { run, posts: await postsOfRuns(table, [run]) };
  }
  return { brand, pipelineWith, runIt };
}

export const linksOf = (runs: readonly EndedRun[]) =>
  runs.flatMap(({ posts }) => posts.map(({ content }) => content.link));
