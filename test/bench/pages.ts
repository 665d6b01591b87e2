/**
 * What a page of `GET /v1/posts` takes in a table of 1,000 posts and in one of 100,000, by every filter, sort, order
 * and place: `npm run bench:pages`. Two services on this machine are asked in turns. Ends with 1 when a page holds
 * other rows than it should, costs more than its bar or takes too much longer in the large table.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { idMaker } from "../../functions/platform/ids.ts";
import { testTimeMs } from "../support/table/entities.ts";
import type { PostsOwner } from "../support/table/many-posts.ts";
import { everyStatusSet, type PageCase, pageCases } from "../support/table/post-list-model.ts";
import { compare } from "./pages/compare.ts";
import { costsOf } from "./pages/costs.ts";
import { PAGES_USAGE, type PagesOptions, parsePagesOptions } from "./pages/options.ts";
import { printReport, type Report, thisMachine } from "./pages/report.ts";
import { openStage, type Stage } from "./pages/setup.ts";
import { stopParts } from "./webhooks/bench-process.ts";

const limits = [20, 100];
/** The first has half of the posts. */
const newId = idMaker(() => testTimeMs);
const brands: PostsOwner["brandIds"] = [newId("brd"), newId("brd"), newId("brd"), newId("brd")];
const brandIds = [undefined, brands[0]];
const secondsMax = { table: { rounds: 80, doubts: 45 }, https: { rounds: 40, doubts: 30 } };
/** All five by name are no other list than without a filter, and one pair is as good as another. */
const timedSets: typeof everyStatusSet = [
  ...everyStatusSet.slice(0, 6),
  ["draft", "pending"],
  ["scheduled", "published"],
];
const askedSets: typeof everyStatusSet = [undefined, ["published"], ["draft", "pending"]];
const isDescending = ({ order }: PageCase) => order === "desc";
const folders: string[] = [];
const stages: Stage[] = [];
let isInterrupted = false;

async function cleanUp(): Promise<void> {
  for (const stage of stages.splice(0)) stage.close();
  await stopParts();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => {
    isInterrupted = true;
    void cleanUp().finally(() => process.exit(130));
  });

async function stageOf(posts: number, seed: number): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "content-pipeline-bench-"));
  folders.push(folder);
  const stage = await openStage(folder, { posts, seed, brandIds: brands }, console.error);
  stages.push(stage);
  return stage;
}

async function measure(options: PagesOptions): Promise<Report> {
  const { seed, rounds } = options;
  const machine = thisMachine();
  const small = await stageOf(options.few, seed);
  const large = await stageOf(options.many, seed);
  console.error("Counting …");
  const all = pageCases({ statusSets: everyStatusSet, brandIds, limits });
  const costs = await costsOf(large.database, large.owner.organizationId, large.lists, all);
  const sides = (by: "table" | "https") => ({
    small: { lists: small.lists, ask: small.ask[by] },
    large: { lists: large.lists, ask: large.ask[by] },
  });
  console.error("Measuring the table's function …");
  const table = await compare(sides("table"), pageCases({ statusSets: timedSets, brandIds, limits }), {
    rounds,
    secondsMax: secondsMax.table,
  });
  console.error("Measuring the endpoint …");
  const asked = pageCases({ statusSets: askedSets, brandIds, limits }).filter(isDescending);
  const https = await compare(sides("https"), asked, { rounds, secondsMax: secondsMax.https });
  return { options, machine, meanItemBytes: large.lists.meanItemBytes, costs, table, https };
}

try {
  const options = parsePagesOptions(process.argv.slice(2));
  if (options === "help") {
    console.log(PAGES_USAGE);
  } else {
    const report = await measure(options);
    process.exitCode = printReport(report) ? 0 : 1;
    const json = JSON.stringify(report, null, 2);
    if (options.json === "-") console.log(json);
    else if (options.json !== null) writeFileSync(options.json, `${json}\n`);
  }
} catch (error) {
  if (!isInterrupted) console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await cleanUp();
}
