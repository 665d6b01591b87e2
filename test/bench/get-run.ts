/**
 * Measures 500 sequential `GET /v1/runs/:id` through the local gateway: `npm run bench:get`. The service's clock runs at
 * 60 times real speed, so that a minute of the rate limit takes a second.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startService } from "../../lib/demo/service-process.ts";
import { asText, at, type HttpResponse, openHttpClient } from "../support/client/http-client.ts";

const requests = 500;

const state = mkdtempSync(join(tmpdir(), "content-pipeline-bench-"));
const running = await startService(state, { speed: 60 });
const client = openHttpClient(running.service);
const { read, write } = running.service.keys;

function idOf({ json }: HttpResponse, name: string): string {
  return asText(at(json, name));
}

try {
  const post = (path: string, body?: unknown) => client.call("POST", path, { key: write, body });
  const brand = idOf(await post("/v1/brands", { name: "Bench", timezone: "UTC" }), "id");
  const source = { type: "feed", url: "https://feed.invalid/news.xml" };
  const pipeline = { name: "Bench", sources: [source], channels: ["feed"] };
  const pipelineId = idOf(await post(`/v1/brands/${brand}/pipelines`, pipeline), "id");
  const run = idOf(await post(`/v1/pipelines/${pipelineId}/runs`), "runId");

  const timesMs: number[] = [];
  while (timesMs.length < requests) {
    const startedMs = performance.now();
    const { status } = await client.call("GET", `/v1/runs/${run}`, { key: read });
    if (status === 200) timesMs.push(performance.now() - startedMs);
    else if (status === 429) await sleep(50);
    else throw new Error(`the service returned ${status}`);
  }
  const sorted = timesMs.toSorted((one, other) => one - other);
  const quantile = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1);
  console.log(
    `${requests} × GET /v1/runs/:id: median ${quantile(0.5)} ms, p95 ${quantile(0.95)} ms, worst ${quantile(0.999)} ms`,
  );
} finally {
  client.close();
  await running.stop();
  rmSync(state, { recursive: true, force: true });
}
