/**
 * Measures runs of a pipeline with 20 sources of 50 items each: `npm run bench:runs`. First through the local runtime, as a
 * client sees it; then in a process that does nothing else, with the heap of a function of 256 MiB, because a function of
 * the local runtime is a thread and shares its process. Ends with 1 unless every run takes less than 10 s, and that process
 * less than 256 MiB.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { build } from "esbuild";
import { trusted } from "../../functions/domain/trusted.ts";
import { bundleOptions } from "../../lib/bundle.ts";
import { asText, at, openHttpClient } from "../support/client/http-client.ts";
import { created } from "./calls.ts";
import { processTree } from "./memory/process-tree.ts";
import { type BenchFeeds, startFeeds } from "./runs/feeds.ts";
import type { AloneReport } from "./runs/run-alone.ts";
import { startBenchProcess, stopBenchProcesses } from "./webhooks/bench-process.ts";

const sources = 20;
const runMsMax = 10_000;
const memoryMiBMax = 256;

type Service = Awaited<ReturnType<typeof startBenchProcess<"service">>>;

/** Runs a pipeline through the API of the local runtime: with new sources, unchanged ones and changed ones. */
async function measureService({ pid, ready: { file } }: Service, feeds: BenchFeeds) {
  const client = openHttpClient(file);
  const key = file.keys.write;
  try {
    const brand = await created(client, key, "/v1/brands", { name: "Bench", timezone: "UTC" });
    const pipeline = await created(client, key, `/v1/brands/${brand.id}/pipelines`, {
      name: "Bench",
      sources: feeds.urls.map((url) => ({ type: "feed", url })),
      channels: ["feed"],
      postsPerRun: 20,
      generator: { type: "template" },
    });
    const rows: { what: string; tookMs: number; unchanged: number; growthMiB: number; detail: string }[] = [];
    for (const what of ["first run", "nothing changed", "all changed", "nothing changed again"]) {
      if (what === "all changed") feeds.change();
      const unchangedBefore = feeds.unchanged();
      const rssBefore = rssMiB(pid);
      let rssMax = rssBefore;
      const watch = setInterval(() => {
        rssMax = Math.max(rssMax, rssMiB(pid));
      }, 50);
      const startedMs = performance.now();
      const { runId } = await created(client, key, `/v1/pipelines/${pipeline.id}/runs`);
      for (;;) {
        const { json } = await client.call("GET", `/v1/runs/${runId}`, { key });
        if (at(json, "finishedAt") !== null) {
          const detail = asText(at(json, "stages", 0, "detail"));
          const tookMs = Math.round(performance.now() - startedMs);
          const unchanged = feeds.unchanged() - unchangedBefore;
          rows.push({ what, tookMs, unchanged, growthMiB: Math.round(rssMax - rssBefore), detail });
          break;
        }
        await sleep(100);
      }
      clearInterval(watch);
    }
    return { rows, pipelineId: pipeline.id ?? "" };
  } finally {
    client.close();
  }
}

const rssMiB = (pid: number) => processTree(pid).reduce((sum, use) => sum + use.rssMib, 0);

/** Runs the same pipeline in a process of its own, bundled as functions are. */
async function measureAlone({ ready }: Service, pipelineId: string, folder: string) {
  const { dynamoDb, tableName, file } = ready;
  const outdir = join(folder, "alone");
  await build({ ...bundleOptions, entryPoints: [join(import.meta.dirname, "runs", "run-alone.ts")], outdir });
  // Lambda gives the old generation 90% of a function's memory, and a semi-space 5%.
  const limits = [
    `--max-old-space-size=${memoryMiBMax * 0.9}`,
    `--max-semi-space-size=${memoryMiBMax * 0.05}`,
  ];
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...limits.map((limit) => limit.replace(/\..*/, "")),
    join(outdir, "run-alone.mjs"),
    dynamoDb,
    tableName,
    file.organizationId,
    pipelineId,
    "3",
  ]);
  return trusted<AloneReport>(JSON.parse(stdout));
}

const folder = mkdtempSync(join(tmpdir(), "content-pipeline-bench-"));
const feeds = await startFeeds(sources);
try {
  const service = await startBenchProcess("service", [folder, "count"]);
  const { rows, pipelineId } = await measureService(service, feeds);
  console.table(rows);
  console.log(`load average ${loadavg()[0]?.toFixed(1)}`);
  feeds.change();
  const alone = await measureAlone(service, pipelineId, folder);
  console.log(
    `in a process of its own: ${alone.timesMs.join(", ")} ms; ${alone.rssMaxMiB} MiB at most, of which it had ${alone.rssBeforeMiB} before the first run`,
  );
  const slowest = Math.max(...rows.map(({ tookMs }) => tookMs), ...alone.timesMs);
  if (slowest >= runMsMax || alone.rssMaxMiB >= memoryMiBMax) process.exitCode = 1;
} finally {
  feeds.close();
  await stopBenchProcesses();
  rmSync(folder, { recursive: true, force: true });
}
