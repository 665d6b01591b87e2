import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Run } from "../../functions/domain/run.ts";
import { minuteMs } from "../../functions/domain/time.ts";
import { executeRun } from "../../functions/pipeline/execute-run.ts";
import { fingerprint } from "../../functions/pipeline/fingerprint.ts";
import type { Generate } from "../../functions/pipeline/generators/generator.ts";
import { generateFromTemplate } from "../../functions/pipeline/generators/template.ts";
import { storiesAtOnce } from "../../functions/pipeline/make-posts.ts";
import type { FetchSource, SourceItem } from "../../functions/pipeline/sources/source.ts";
import { storeCheckpoint } from "../../functions/table/checkpoints.ts";
import { checkpointKey } from "../../functions/table/keys.ts";
import { readPost } from "../../functions/table/posts.ts";
import { insertRun, leaseRun, readRun, readRunWithStages, recordStages } from "../../functions/table/runs.ts";
import { readPartition } from "../../functions/table/store/read.ts";
import type { Table } from "../../functions/table/store/table.ts";
import { type FaultRule, startFaultProxy } from "../support/faults/fault-proxy.ts";
import { fetchNoImage } from "../support/pipeline/fetch-image.ts";
import { provided } from "../support/setup/provided.ts";
import { aBrand, aPipeline, aRun, newId, testTimeMs } from "../support/table/entities.ts";
import { everyOutboxItem, tableAt, testTable } from "../support/table/table.ts";

const table = testTable();
let rule: FaultRule = () => ({ kind: "none" });
/** The table of a worker whose calls meet the current rule. It does not repeat a call. */
let faulty: Table;

beforeAll(async () => {
  const { endpoint, tableName } = provided("database");
  const { dynamodb } = await startFaultProxy({ dynamodb: endpoint }, () => rule);
  faulty = tableAt({ endpoint: dynamodb, tableName }, { attemptsMax: 1 });
});
beforeEach(() => {
  rule = () => ({ kind: "none" });
});

const postsPerRun = 7;
const words = ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet"];

const itemsOf = (url: string): SourceItem[] =>
  words.map((word, index) => ({
    id: `${url}/${index}`,
    title: `The ${word} report says ${word} and ${word}`,
    url: `${url}/${word}`,
    summary: `A summary about ${word}.`,
    publishedAt: new Date(testTimeMs - index * 3_600_000).toISOString(),
    source: "Example",
    image: null,
    engagement: null,
  }));

/** A queued run, and what its workers have fetched and written. */
async function aCountedRun() {
  const organizationId = newId("org");
  const brand = aBrand(organizationId);
  const generator = { type: "openai_compatible" as const };
  const pipeline = { ...aPipeline(organizationId, brand.id), postsPerRun, generator };
  const queued = aRun(organizationId, pipeline.id, brand.id);
  await insertRun(table, queued, []);
  const fetched: string[] = [];
  const written: string[] = [];
  const fetchSource: FetchSource = (source) => {
    const url = source.type === "feed" ? source.url : source.type;
    fetched.push(url);
    return Promise.resolve({ parse: () => itemsOf(url) });
  };
  const generate: Generate = async (request, timeLimitMs) => {
    await Promise.resolve();
    written.push(fingerprint(request.candidate.item));
    return generateFromTemplate(request, timeLimitMs);
  };

  let clockMs = testTimeMs;
  /** Leases the run as a further worker does, and executes it with a table of its own. */
  const work = async (own: Table, leaseToken: string) => {
    clockMs += 10 * minuteMs;
    const known = (await readRun(table, organizationId, queued.runId)) ?? queued;
    const lease = await leaseRun(table, known, { leaseToken, nowMs: clockMs, untilMs: clockMs + minuteMs });
    if (lease.outcome !== "leased") throw new Error(`the run is ${lease.outcome}`);
    const effects = {
      table: own,
      nowMs: () => clockMs,
      newId,
      fetchSource,
      fetchImage: fetchNoImage,
      generate,
    };
    await executeRun(lease.run, { pipeline, brand }, leaseToken, effects);
    return lease.run;
  };
  return { organizationId, queued, fetched, written, work };
}

type CountedRun = Awaited<ReturnType<typeof aCountedRun>>;

async function expectOneResult({ organizationId, queued: { runId } }: CountedRun): Promise<Run> {
  const run = await readRunWithStages(table, organizationId, runId, testTimeMs);
  if (run === null) throw new Error("the run is not stored");
  expect(run.status).toBe("succeeded");
  expect(run.stages.map(({ status }) => status)).toEqual([
    "succeeded",
    "succeeded",
    "succeeded",
    "succeeded",
  ]);
  expect(run.outputs).toHaveLength(postsPerRun);
  const posts = await Promise.all(run.outputs.map((id) => readPost(table, organizationId, id)));
  expect(new Set(posts.map((post) => post?.content.link)).size).toBe(postsPerRun);
  return run;
}

/** Returns the types of the events that the end of each run has sent, by its organization. */
async function endsOfRuns(): Promise<Map<string, string[]>> {
  const ends = new Map<string, string[]>();
  for (const { body } of (await everyOutboxItem(table)).flatMap(({ messages }) => messages)) {
    if (body.kind !== "event.fan-out" || !body.event.type.includes("run.")) continue;
    ends.set(body.organizationId, [...(ends.get(body.organizationId) ?? []), body.event.type]);
  }
  return ends;
}

/** Lets the worker die at its n-th call: the engine applies that call or not, and gets no further one. */
function dieAt(nth: number, applied: boolean): () => string | null {
  let count = 0;
  let fatal: string | null = null;
  rule = ({ action }) => {
    count += 1;
    if (count < nth) return { kind: "none" };
    if (count > nth) return { kind: "reset" };
    fatal = action;
    return { kind: applied ? "lose response" : "reset" };
  };
  return () => fatal;
}

it.each([
  // Two calls keep a result: one stores it, and one lets the run name it.
  { when: "before", applied: false, keeping: ["PutItem", "UpdateItem"] },
  { when: "after", applied: true, keeping: ["PutItem"] },
])(
  "a run whose worker dies $when any one of its calls to the table ends once, and repeats only work whose result was not kept yet",
  async ({ applied, keeping }) => {
    const organizations: string[] = [];
    const repeatedBy: { fetches: (string | null)[]; texts: (string | null)[] } = { fetches: [], texts: [] };
    let hasDied = true;
    for (let nth = 1; hasDied; nth += 1) {
      const counted = await aCountedRun();
      const { organizationId, queued, fetched, written } = counted;
      organizations.push(organizationId);
      const fatal = dieAt(nth, applied);
      const outcome = await counted.work(faulty, "first").catch((error: unknown) => error);
      hasDied = fatal() !== null;
      rule = () => ({ kind: "none" });
      const left = await readRun(table, organizationId, queued.runId);
      if (left?.finishedAt === null) {
        expect(outcome).toBeInstanceOf(Error);
        const finished = left.stages.filter(({ status }) => status === "succeeded");
        await counted.work(table, "second");
        // A finished stage keeps its times.
        expect((await expectOneResult(counted)).stages).toEqual(expect.arrayContaining(finished));
      } else await expectOneResult(counted);
      expect(new Set(written).size).toBe(postsPerRun);
      if (fetched.length > 1) repeatedBy.fetches.push(fatal());
      if (written.length > postsPerRun) repeatedBy.texts.push(fatal());
      expect(written.length).toBeLessThanOrEqual(postsPerRun + storiesAtOnce);
    }
    // Before the candidates are kept, the trends of the brand are read and stored. Seven stories are kept in two steps.
    expect(repeatedBy).toEqual({
      fetches: ["GetItem", "PutItem", ...keeping],
      texts: [...keeping, ...keeping],
    });
    const ends = await endsOfRuns();
    for (const organizationId of organizations)
      expect(ends.get(organizationId)?.toSorted()).toEqual(["pipeline.run.completed", "run.succeeded"]);
  },
);

it("a run whose first worker died while it fetched shows only what the second one does, and keeps the time of its start", async () => {
  const counted = await aCountedRun();
  const { organizationId, queued } = counted;
  const fatal = dieAt(2, false);
  await expect(counted.work(faulty, "first")).rejects.toThrow("socket hang up");
  expect(fatal()).toBe("GetItem");
  rule = () => ({ kind: "none" });
  const before = await readRun(table, organizationId, queued.runId);
  await counted.work(table, "second");
  const after = await expectOneResult(counted);
  expect(after.startedAt).toBe(before?.startedAt);
  expect(before?.stages[0]).toMatchObject({ status: "running" });
  expect(Date.parse(after.stages[0]?.startedAt ?? "")).toBeGreaterThan(
    Date.parse(before?.stages[0]?.startedAt ?? ""),
  );
});

it("a run whose candidates an earlier version of the service has kept, with other fields, begins again", async () => {
  const counted = await aCountedRun();
  const { queued } = counted;
  const lease = { leaseToken: "earlier", nowMs: testTimeMs, untilMs: testTimeMs + minuteMs };
  await leaseRun(table, queued, lease);
  const kept = { stage: "rank" as const, id: "earlier#0", data: { candidates: [], postedItems: [] } };
  const checkpoint = await storeCheckpoint(table, queued, { ...kept, nowMs: testTimeMs });
  await recordStages(table, queued, "earlier", { stages: queued.stages, checkpoints: [checkpoint] });
  await counted.work(table, "present");
  await expectOneResult(counted);
  expect(counted.fetched).not.toEqual([]);
});

it("a run that has ended keeps nothing of its stages", async () => {
  const counted = await aCountedRun();
  await counted.work(table, "only");
  const { organizationId, queued } = counted;
  expect(await readRun(table, organizationId, queued.runId)).not.toHaveProperty("checkpoints");
  expect(await readPartition(table, checkpointKey(organizationId, queued.runId, "", 0).pk)).toEqual([]);
});
