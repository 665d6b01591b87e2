import { queueRun } from "../../../functions/domain/run.ts";
import { executeRun } from "../../../functions/pipeline/execute-run.ts";
import { generateFromTemplate } from "../../../functions/pipeline/generators/template.ts";
import { openFetchSource } from "../../../functions/pipeline/sources/fetch-source.ts";
import { openSourceMemory } from "../../../functions/pipeline/sources/source-memory.ts";
import { openFetchImage } from "../../../functions/pipeline/stages/check-images.ts";
import { idMaker } from "../../../functions/platform/ids.ts";
import { readBrand } from "../../../functions/table/brands.ts";
import { readPipeline } from "../../../functions/table/pipelines.ts";
import { insertRun, leaseRun, readRun } from "../../../functions/table/runs.ts";
import { tableAt } from "../../support/table/table.ts";

/**
 * A process that executes runs of a pipeline, one after the other, and does nothing else. Prints how long each took, and how
 * much memory the process has taken: before the first run, and at most.
 */
export interface AloneReport {
  timesMs: number[];
  /** Before the first run. */
  rssBeforeMiB: number;
  rssMaxMiB: number;
}

const [endpoint = "", tableName = "", organizationId = "", pipelineId = "", runs = "1"] =
  process.argv.slice(2);
const table = tableAt({ endpoint, tableName });
const nowMs = Date.now;
const newId = idMaker(nowMs);
const pipeline = await readPipeline(table, organizationId, pipelineId);
const brand = pipeline === null ? null : await readBrand(table, organizationId, pipeline.brandId);
if (pipeline === null || brand === null) throw new Error("there is no such pipeline");

const rssBeforeMiB = process.memoryUsage.rss() / 1024 ** 2;
const timesMs: number[] = [];
for (let index = 0; index < Number(runs); index += 1) {
  const ids = { runId: newId("run"), organizationId, pipelineId, brandId: brand.id };
  const run = queueRun({ ...ids, trigger: "manual" }, nowMs());
  await insertRun(table, run, []);
  await leaseRun(table, run, { leaseToken: "t", nowMs: nowMs(), untilMs: nowMs() + 60_000 });
  const memory = openSourceMemory(table, run, nowMs);
  const fetchSource = openFetchSource({ nowMs, allowLoopback: true, memory });
  const startedMs = performance.now();
  await executeRun(run, { pipeline, brand }, "t", {
    table,
    nowMs,
    newId,
    fetchSource,
    generate: generateFromTemplate,
    fetchImage: openFetchImage({ allowLoopback: true }),
  });
  timesMs.push(Math.round(performance.now() - startedMs));
  const ended = await readRun(table, organizationId, run.runId);
  if (ended?.status !== "succeeded") throw new Error(`the run failed: ${JSON.stringify(ended?.error)}`);
}
const report: AloneReport = {
  timesMs,
  rssBeforeMiB: Math.round(rssBeforeMiB),
  // Linux gives kB.
  rssMaxMiB: Math.round(process.resourceUsage().maxRSS / 1024),
};
console.log(JSON.stringify(report));
