/**
 * Measures the cost and time of a page of `GET /v1/posts` in a table of 1,000 posts and in one of 100,000, for every
 * filter, sort, order and place: `npm run bench:pages`. Sends requests alternately to two services on this machine.
 * Exits with 1 when a page has wrong rows, costs more than its limit, or takes too much longer in the large table.
 */
import { idMaker } from "../../functions/platform/ids.ts";
import { testTimeMs } from "../support/table/entities.ts";
import type { PostsOwner } from "../support/table/many-posts.ts";
import { everyStatusSet, type PageCase, pageCases } from "../support/table/post-list-model.ts";
import { writeJson } from "./json-report.ts";
import { compare } from "./pages/compare.ts";
import { costsOf } from "./pages/costs.ts";
import { type PagesOptions, pagesUsage, parsePagesOptions } from "./pages/options.ts";
import { printReport, type Report, thisMachine } from "./pages/report.ts";
import { openSetup, type PagesSetup } from "./pages/setup.ts";
import { newBenchFolder, runBench } from "./run-bench.ts";

const limits = [20, 100];
/** The first brand has half of the posts. */
const newId = idMaker(() => testTimeMs);
const brands: PostsOwner["brandIds"] = [newId("brd"), newId("brd"), newId("brd"), newId("brd")];
const brandIds = [undefined, brands[0]];
const secondsMax = { table: { rounds: 80, repeats: 45 }, https: { rounds: 40, repeats: 30 } };
/** A filter of all five statuses gives the same list as no filter. Two of the pairs represent all pairs. */
const timedStatusSets: typeof everyStatusSet = [
  ...everyStatusSet.slice(0, 6),
  ["draft", "pending"],
  ["scheduled", "published"],
];
const httpsStatusSets: typeof everyStatusSet = [undefined, ["published"], ["draft", "pending"]];
const isDescending = ({ order }: PageCase) => order === "desc";
const setups: PagesSetup[] = [];

async function setupWith(posts: number, seed: number): Promise<PagesSetup> {
  const setup = await openSetup(newBenchFolder(), { posts, seed, brandIds: brands }, console.error);
  setups.push(setup);
  return setup;
}

async function measure(options: PagesOptions): Promise<Report> {
  const { seed, rounds } = options;
  const machine = thisMachine();
  const small = await setupWith(options.few, seed);
  const large = await setupWith(options.many, seed);
  console.error("Counting …");
  const all = pageCases({ statusSets: everyStatusSet, brandIds, limits });
  const costs = await costsOf(large.database, large.owner.organizationId, large.lists, all);
  const sides = (by: "table" | "https") => ({
    small: { lists: small.lists, request: small.request[by] },
    large: { lists: large.lists, request: large.request[by] },
  });
  console.error("Measuring the table's function …");
  const table = await compare(sides("table"), pageCases({ statusSets: timedStatusSets, brandIds, limits }), {
    rounds,
    secondsMax: secondsMax.table,
  });
  console.error("Measuring the endpoint …");
  const httpsCases = pageCases({ statusSets: httpsStatusSets, brandIds, limits }).filter(isDescending);
  const https = await compare(sides("https"), httpsCases, { rounds, secondsMax: secondsMax.https });
  return { options, machine, meanItemBytes: large.lists.meanItemBytes, costs, table, https };
}

await runBench(parsePagesOptions, pagesUsage, async (options) => {
  try {
    const report = await measure(options);
    writeJson(report, options.json);
    return printReport(report);
  } finally {
    for (const setup of setups) setup.close();
  }
});
