import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { type BenchProcess, startBenchProcess, stopBenchProcesses } from "../webhooks/bench-process.ts";

/** While a service stops, its clock still runs. On a busy machine that takes some seconds. */
const stopMs = 5_000;

export type BenchService = BenchProcess<"service">;

/**
 * Lets time pass on a clock that runs `speed` times as fast, until shortly before it shows `untilMs`. The service restarts
 * before and after that with its state, so that it runs in real time again when the posts are due.
 * @returns the service that runs then, and how many posts waited in a one-shot schedule when the time began
 */
export async function passTime(
  service: BenchService,
  folder: string,
  untilMs: number,
  speed: number,
): Promise<{ service: BenchService; scheduled: number }> {
  await stopAndKeep(service);
  const scheduled = countScheduledPosts(service.ready.stateDirectory);
  const fast = await startBenchProcess("service", [folder, "plain", String(speed)]);
  await sleep(Math.max(0, (untilMs - Date.now() - fast.ready.clockAheadMs) / speed - stopMs));
  await stopAndKeep(fast);
  return { service: await startBenchProcess("service", [folder]), scheduled };
}

async function stopAndKeep(service: BenchService): Promise<void> {
  await service.request("keep");
  await stopBenchProcesses();
}

/** The service must be stopped: it locks its state. */
function countScheduledPosts(stateDirectory: string): number {
  const database = new DatabaseSync(join(stateDirectory, "runtime.sqlite"), { readOnly: true });
  const row = database
    .prepare("SELECT COUNT(*) AS count FROM schedules WHERE fromTemplate = 0 AND request LIKE ?")
    .get("%post.publish%");
  database.close();
  return Number(row?.count);
}
