/**
 * Shows that nothing grows for ever: `npm run bench:growth`. The service runs a day under steady use, and then 60 days
 * idle, both on a fast clock. Ends with 1 if afterwards the table has more items of a kind, or more schedules wait, than
 * the living resources need.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { dayMs, hourMs } from "../../functions/domain/time.ts";
import { type Service, startService } from "../../lib/local/start.ts";
import { openHttpClient } from "../support/client/http-client.ts";
import { countItems, countSchedules } from "./growth/counts.ts";
import { needsOf } from "./growth/needs.ts";
import { openSteadyUse, type SteadyUse } from "./growth/steady-use.ts";
import { type Servers, startServers } from "./servers.ts";

/** A day takes five minutes. Every call of the API is made in real time, so a faster day would have fewer of them. */
const daySpeed = 300;
/** Sixty days take some four minutes. */
const idleSpeed = 20_000;
const idleDays = 60;
/** Deliveries to the endpoint that fails end, and posts get their last metrics, while nothing new comes. */
const settleMs = 2 * hourMs;

const folder = mkdtempSync(join(tmpdir(), "content-pipeline-bench-"));
const stateDirectory = join(folder, "state");

const start = (speed: number) =>
  startService(
    { stateDirectory, port: 0, httpPort: 0, speed, database: "dynoxide", reset: false },
    { log: console.error },
  );

async function waitUntil({ runtime }: Service, untilMs: number): Promise<void> {
  for (;;) {
    const restMs = runtime.clock.realMsUntil(untilMs);
    if (restMs <= 0) return;
    console.error(`${((untilMs - runtime.clock.now()) / dayMs).toFixed(1)} days are left …`);
    await sleep(Math.min(restMs, 30_000));
  }
}

let servers: Servers | undefined;
try {
  const day = await start(daySpeed);
  servers = await startServers(day.file.tls);
  const client = openHttpClient(day.file);
  const startMs = day.runtime.clock.now();
  const use: SteadyUse = await openSteadyUse(client, day.file.keys, servers);
  console.error("A day under steady use …");
  while (day.runtime.clock.now() < startMs + dayMs) await use.step();
  const afterDay = await countItems(day.runtime);
  await use.end();
  await waitUntil(day, day.runtime.clock.now() + settleMs);
  client.close();
  await day.stop();
  const schedulesAfterDay = countSchedules(stateDirectory);

  const idle = await start(idleSpeed);
  console.error(`${idleDays} days idle …`);
  await waitUntil(idle, idle.runtime.clock.now() + idleDays * dayMs);
  await idle.stop();

  // The API is read at real speed: on the fast clock, a key's window of a minute ends within milliseconds.
  const after = await start(1);
  const afterClient = openHttpClient(after.file);
  const needs = await needsOf(afterClient, after.file.keys, use.made);
  const afterIdle = await countItems(after.runtime);
  afterClient.close();
  await after.stop();
  const schedulesAfterIdle = countSchedules(stateDirectory);

  console.log(`${use.calls} calls of the API, ${use.made.pipelines.length} pipelines`);
  report(
    { ...afterDay, schedules: schedulesAfterDay },
    { ...afterIdle, schedules: schedulesAfterIdle },
    needs,
  );
} finally {
  servers?.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

type Counts = Record<string, number>;

function report(afterDay: Counts, afterIdle: Counts, needs: Counts): void {
  const kinds = [...new Set([...Object.keys(needs), ...Object.keys(afterDay), ...Object.keys(afterIdle)])];
  const rows = kinds.map((kind) => ({
    kind,
    "after the day": afterDay[kind] ?? 0,
    [`after ${idleDays} days`]: afterIdle[kind] ?? 0,
    "needed at most": needs[kind] ?? 0,
  }));
  console.table(rows);
  const over = kinds.filter((kind) => (afterIdle[kind] ?? 0) > (needs[kind] ?? 0));
  console.log(over.length === 0 ? "nothing is left over" : `left over: ${over.join(", ")}`);
  if (over.length > 0) process.exitCode = 1;
}
