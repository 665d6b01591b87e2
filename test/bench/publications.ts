/**
 * Measures publications through the local runtime: `npm run bench:publications`. Many posts of one organization are due
 * within a minute, over 20 connections. Ends with 1 unless every post came to its platform once and at most 90 s late, and
 * no platform had to reject a request by its rate limit.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { minuteMs } from "../../functions/domain/time.ts";
import { readPost } from "../../functions/table/posts.ts";
import type { Table } from "../../functions/table/store/table.ts";
import { openHttpClient } from "../support/client/http-client.ts";
import { tableAt } from "../support/table/table.ts";
import { mapConcurrently } from "../support/tenancy/map-concurrently.ts";
import { writeJson } from "./json-report.ts";
import {
  type PublicationsOptions,
  parsePublicationsOptions,
  publicationsUsage,
} from "./publications/options.ts";
import { type BenchService, passTime } from "./publications/pass-time.ts";
import { type Platforms, startPlatforms } from "./publications/platforms.ts";
import { connectBrands, type DuePost, storeDuePosts } from "./publications/posts.ts";
import { costsPerPost, printReport, type Report } from "./publications/report.ts";
import { latenessMsMax, problemsOf, verdictOn } from "./publications/verdict.ts";
import { newBenchFolder, runBench } from "./run-bench.ts";
import { startBenchProcess } from "./webhooks/bench-process.ts";

/** Storing a post takes less than this, and then the relay has time to dispatch the messages before they are due. */
const storeMs = 30;
const relayMs = 15_000;
/** The doubles of the last post, the next attempts and what follows from a publication come within this time. */
const quietMs = 10_000;
/** Schedules fire 90 s before their posts are due, and the service runs in real time again by then. */
const realTimeMs = 100_000;

async function measure(options: PublicationsOptions, folder: string): Promise<Report> {
  const isLongBefore = options.minutesAhead > 0;
  // A counting proxy has another address after each restart, and the state of a service belongs to one address.
  let service = await startBenchProcess("service", isLongBefore ? [folder] : [folder, "count"]);
  const { file } = service.ready;
  const platforms = await startPlatforms(file.tls);
  const client = openHttpClient(file);
  try {
    console.error("Connecting 20 brands, and storing the posts …");
    const brands = await connectBrands(client, file, platforms);
    const { organizationId } = file;
    const aheadMs = options.minutesAhead * minuteMs;
    const storedMs = Date.now() + options.posts * storeMs + relayMs;
    const target = { organizationId, brands };
    const stored = await storeDuePosts(
      tableOf(service),
      target,
      options,
      Math.max(storedMs, Date.now() + aheadMs),
    );
    if (Date.now() > storedMs - relayMs / 2)
      throw new Error("the posts were stored too late: nothing is measured");
    let scheduled: number | null = null;
    if (isLongBefore) {
      await sleep(storedMs - Date.now());
      console.error("The posts wait …");
      ({ service, scheduled } = await passTime(
        service,
        folder,
        firstDueMs(stored) - realTimeMs,
        options.speed,
      ));
    }
    const table = tableOf(service);
    // The platforms have real time.
    const due = stored.map((one) => ({ ...one, dueMs: one.dueMs - service.ready.clockAheadMs }));
    const startMs = firstDueMs(due);
    if (Date.now() > startMs - 1_000) throw new Error("time passed too fast: choose a lower --speed");
    await sleep(startMs - 1_000 - Date.now());
    // Storing the posts is not counted.
    await service.request("counts");
    console.error("The posts are due …");
    await untilTaken(due, platforms, startMs + options.seconds * 1_000 + 2 * latenessMsMax);
    await sleep(quietMs);
    const { after } = await service.request("counts");
    const verdict = verdictOn(due, platforms.taken);
    const rejected = platforms.rejected();
    const unpublished = await countUnpublished(table, due);
    return {
      options,
      problems: problemsOf(verdict, { rejected, unpublished }),
      verdict,
      scheduled,
      rejected,
      costs: isLongBefore ? null : costsPerPost(after, due.length),
    };
  } finally {
    client.close();
    platforms.close();
  }
}

const tableOf = ({ ready: { dynamoDb, tableName } }: BenchService): Table =>
  tableAt({ endpoint: dynamoDb, tableName });

const firstDueMs = (due: readonly DuePost[]): number => Math.min(...due.map(({ dueMs }) => dueMs));

async function untilTaken(due: readonly DuePost[], { taken }: Platforms, deadlineMs: number): Promise<void> {
  while (new Set(taken.map(({ mark }) => mark)).size < due.length && Date.now() < deadlineMs)
    await sleep(500);
}

async function countUnpublished(table: Table, due: readonly DuePost[]): Promise<number> {
  const statuses = await mapConcurrently(due, async ({ post: { organizationId, id } }) => {
    const post = await readPost(table, organizationId, id);
    return post?.status;
  });
  return statuses.filter((status) => status !== "published").length;
}

await runBench(parsePublicationsOptions, publicationsUsage, async (options) => {
  const report = await measure(options, newBenchFolder());
  printReport(report);
  writeJson(report, options.json);
  return report.problems.length === 0;
});
