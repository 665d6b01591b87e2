import type { Brand } from "../../../functions/domain/brand.ts";
import type { Pipeline } from "../../../functions/domain/pipeline.ts";
import type { Post } from "../../../functions/domain/post.ts";
import type { Run } from "../../../functions/domain/run.ts";
import { executeRun } from "../../../functions/pipeline/execute-run.ts";
import { generateFromTemplate } from "../../../functions/pipeline/generators/template.ts";
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
    const { organizationId } = brand;
    const queued = aRun(organizationId, pipeline.id, brand.id);
    await insertRun(table, queued, []);
    await leaseRun(table, queued, { leaseToken: "t", nowMs: atMs, untilMs: atMs + 1 });
    const fetchSource = () => Promise.resolve({ parse: () => [...items] });
    const effects = {
      table,
      nowMs: () => atMs,
      newId,
      fetchSource,
      fetchImage: fetchNoImage,
      generate: generateFromTemplate,
    };
    await executeRun(queued, { pipeline, brand }, "t", effects);
    const run = await readRunWithStages(table, organizationId, queued.runId, atMs);
    if (run === null) throw new Error("the run is not stored");
    const posts = await Promise.all(run.outputs.map((id) => readPost(table, organizationId, id)));
    return { run, posts: posts.filter((post) => post !== null) };
  }
  return { brand, pipelineWith, runIt };
}

export const linksOf = (runs: readonly EndedRun[]) =>
  runs.flatMap(({ posts }) => posts.map(({ content }) => content.link));
