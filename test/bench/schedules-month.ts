/**
 * Runs the schedules and the posting slots of 100 brands for a month in which the clocks of Europe/Berlin and
 * America/New_York change: `npm run bench:month`. The service's clock is fast, and it is set forward over the hours in which
 * nothing is due. Ends with 1 if a run or a post was missed, doubled, early or over 60 s late.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { dayMs } from "../../functions/domain/time.ts";
import { type Service, startService } from "../../lib/local/start.ts";
import { asText, at, type Json, openHttpClient, rowsOf } from "../support/client/http-client.ts";
import {
  busyTimes,
  type Planned,
  plannedBrands,
  scheduleTimes,
  slotTimes,
  timeOfDay,
} from "./schedules-month/expected.ts";
import { isClean, judge, nothingYet, type Verdict } from "./schedules-month/verdict.ts";
import { startServers } from "./servers.ts";

const { values } = parseArgs({
  options: {
    from: { type: "string", default: "2027-03-01" },
    days: { type: "string", default: "31" },
    brands: { type: "string", default: "100" },
    speed: { type: "string", default: "20" },
  },
});
const firstDateMs = Date.parse(values.from);
const days = Number(values.days);
const speed = Number(values.speed);
// A brand has a run and a post a day, and they are read as one page.
if (days > 100) throw new Error("--days must be at most 100");

interface Brand extends Planned {
  brandId: string;
  pipelineId: string;
  schedules: number[];
  slots: number[];
}

const folder = mkdtempSync(join(tmpdir(), "content-pipeline-bench-"));
const service = await startService(
  { stateDirectory: join(folder, "state"), port: 0, httpPort: 0, speed, database: "dynoxide", reset: false },
  { log: console.error },
);
const servers = await startServers(service.file.tls);
const client = openHttpClient(service.file);
try {
  const brands = plannedBrands(Number(values.brands)).map((planned) => ({
    ...planned,
    brandId: "",
    pipelineId: "",
    schedules: scheduleTimes(planned.scheduleMinute, planned.timezone, firstDateMs, days),
    slots: slotTimes(planned.slotMinute, planned.timezone, firstDateMs, days),
  }));
  const startMs = Math.min(...brands.flatMap(({ schedules }) => schedules)) - dayMs / 2;
  setForward(service, startMs);
  console.error(`Creating ${brands.length} brands …`);
  for (const brand of brands) await create(brand);
  if (service.runtime.clock.now() > startMs + dayMs / 3) throw new Error("the brands were created too late");

  const started = performance.now();
  for (const { fromMs, toMs } of busyTimes(
    brands.flatMap(({ schedules, slots }) => [...schedules, ...slots]),
  )) {
    setForward(service, fromMs);
    await sleep(service.runtime.clock.realMsUntil(toMs));
    console.error(`${new Date(toMs).toISOString()}: ${minutesSince(started)} min`);
  }
  await pauseAll(brands);
  const [runs, posts] = [nothingYet(), nothingYet()];
  for (const brand of brands) await judgeBrand(brand, runs, posts);
  console.log(
    `${brands.length} brands, ${days} days from ${values.from}, speed ${speed}, ${minutesSince(started)} min`,
  );
  print({ runs, posts });
  if (!isClean(runs) || !isClean(posts)) process.exitCode = 1;
} finally {
  client.close();
  servers.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

function minutesSince(startedMs: number): string {
  return ((performance.now() - startedMs) / 60_000).toFixed(1);
}

/** Sets the service's clock forward, as after a sleep of the machine. */
function setForward({ runtime: { clock } }: Service, toMs: number): void {
  const seconds = Math.floor((toMs - clock.now()) / 1_000);
  if (seconds > 0) Atomics.add(clock.anchor.skippedSeconds, 0, seconds);
}

/** Calls the API. Waits where the key's rate limit asks for it. @throws with the response's text */
async function call(method: string, path: string, body?: unknown): Promise<Json> {
  for (;;) {
    const { status, json, text } = await client.call(method, path, {
      key: service.file.keys.write,
      ...(body !== undefined && { body }),
    });
    if (status < 300) return json;
    if (status !== 429) throw new Error(`${method} ${path}: ${status} ${text}`);
    await sleep(200);
  }
}

async function create(brand: Brand): Promise<void> {
  const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
  const postingSlots = weekdays.map((weekday) => ({ weekday, time: timeOfDay(brand.slotMinute) }));
  const made = await call("POST", "/v1/brands", {
    name: "Bench",
    timezone: brand.timezone,
    settings: { approval: "auto", postingSlots },
  });
  brand.brandId = asText(at(made, "id"));
  const pipeline = await call("POST", `/v1/brands/${brand.brandId}/pipelines`, {
    name: "News",
    status: "active",
    schedule: `${brand.scheduleMinute % 60} ${Math.floor(brand.scheduleMinute / 60)} * * *`,
    sources: [{ type: "feed", url: `${servers.sources}/fresh` }],
    channels: ["feed"],
    postsPerRun: 1,
  });
  brand.pipelineId = asText(at(pipeline, "id"));
}

async function pauseAll(brands: readonly Brand[]): Promise<void> {
  for (const { pipelineId } of brands)
    await call("PATCH", `/v1/pipelines/${pipelineId}`, { status: "paused" });
}

function timeOf(row: Json, name: string): number {
  return Date.parse(asText(at(row, name)));
}

/** Compares the records of a brand with what was due: each run makes one post, which gets the slot behind it. */
async function judgeBrand(brand: Brand, runs: Verdict, posts: Verdict): Promise<void> {
  const made = rowsOf(await call("GET", `/v1/pipelines/${brand.pipelineId}/runs?limit=100`));
  judge(
    runs,
    brand.schedules,
    made.map((run) => ({ atMs: timeOf(run, "createdAt") })),
  );
  const published = rowsOf(
    await call("GET", `/v1/posts?brandId=${brand.brandId}&status=published&limit=100`),
  );
  judge(
    posts,
    brand.slots,
    published.map((post) => ({ atMs: timeOf(post, "publishedAt"), dueMs: timeOf(post, "scheduledAt") })),
  );
}

function print(verdicts: Record<string, Verdict>): void {
  const rows = Object.entries(verdicts).map(([name, { latenessMs, ...counts }]) => {
    const sorted = latenessMs.toSorted((one, other) => one - other);
    const seconds = (share: number) =>
      Number(
        ((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) / 1_000).toFixed(1),
      );
    return [
      name,
      { ...counts, "late p50 s": seconds(0.5), "p99 s": seconds(0.99), "max s": seconds(1) },
    ] as const;
  });
  console.table(Object.fromEntries(rows));
}
