/**
 * Measures sequential `GET` requests through the local gateway, over HTTPS: a run and a post by id, and default lists of 20
 * posts: `npm run bench:get -- --posts 100000`. Prints their times, and the processor time that each takes in the service and in
 * its database.
 */
import { idMaker } from "../../functions/platform/ids.ts";
import { asText, at, type HttpResponse } from "../support/client/http-client.ts";
import { type GetOptions, getUsage, parseGetOptions } from "./get/options.ts";
import { type Figures, measureInTurns, type Requested, untilIdle } from "./get/rounds.ts";
import { writeJson } from "./json-report.ts";
import { thisMachine } from "./pages/report.ts";
import { openSetup, type PagesSetup } from "./pages/setup.ts";
import { newBenchFolder, runBench } from "./run-bench.ts";

const idOf = ({ json }: HttpResponse, name: string): string => asText(at(json, name));

/** Starts a run, which fails soon: its source does not exist. Returns its id. */
async function startRun({ call }: PagesSetup): Promise<string> {
  const brand = idOf(await call("POST", "/v1/brands", { name: "Bench", timezone: "UTC" }), "id");
  const source = { type: "feed", url: "https://feed.invalid/news.xml" };
  const pipeline = { name: "Bench", sources: [source], channels: ["feed"] };
  const pipelineId = idOf(await call("POST", `/v1/brands/${brand}/pipelines`, pipeline), "id");
  return idOf(await call("POST", `/v1/pipelines/${pipelineId}/runs`), "runId");
}

async function measure({ posts, requests, seed }: GetOptions): Promise<Record<string, Figures>> {
  const newId = idMaker(() => Date.now());
  const brandIds: PagesSetup["owner"]["brandIds"] = [newId("brd"), newId("brd"), newId("brd"), newId("brd")];
  const setup = await openSetup(newBenchFolder(), { posts, seed, brandIds }, console.error);
  const filter = { statuses: undefined, brandId: undefined, sort: "createdAt" } as const;
  const [post = ""] = setup.lists.page(filter, { order: "desc", limit: 1, place: "middle" }).ids;
  const paths: Requested = {
    "GET /v1/runs/:id": `/v1/runs/${await startRun(setup)}`,
    "GET /v1/posts/:id": `/v1/posts/${post}`,
    "GET /v1/posts?limit=20": "/v1/posts?limit=20",
    "GET /v1/posts?brandId&limit=20": `/v1/posts?brandId=${brandIds[0]}&limit=20`,
    "GET /v1/posts?status=published&limit=20": "/v1/posts?status=published&limit=20",
  };
  await untilIdle(setup);
  const figures = await measureInTurns(setup, paths, requests);
  setup.close();
  return figures;
}

await runBench(parseGetOptions, getUsage, async (options) => {
  const machine = thisMachine();
  const figures = await measure(options);
  console.log(`${options.requests} requests each, one after the other; ${options.posts} posts; milliseconds`);
  console.table(figures);
  writeJson({ options, machine, figures }, options.json);
  return true;
});
