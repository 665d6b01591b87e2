import { expect, it } from "vitest";
import type { Pipeline } from "../../functions/domain/pipeline.ts";
import { executeRun } from "../../functions/pipeline/execute-run.ts";
import { type ReadSource, SourceError } from "../../functions/pipeline/sources/source.ts";
import { readPost } from "../../functions/table/posts.ts";
import { insertRun, leaseRun, readRun } from "../../functions/table/runs.ts";
import { aBrand, aPipeline, aRun, newId, testTimeMs } from "../support/table/entities.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";

const table = testTable();
const nowMs = () => testTimeMs;

const tenItems: ReadSource = ({ url }) =>
  Promise.resolve(
    Array.from({ length: 10 }, (_, index) => ({
      id: `${url}/${index}`,
      title: `Coffee growers report number ${index}`,
      url: `${url}/${index}`,
      summary: "A short summary.",
      publishedAt: new Date(testTimeMs - index * 3_600_000).toISOString(),
      source: "Example",
    })),
  );

const sixtyItems: ReadSource = async (source) =>
  (
    await Promise.all(
      Array.from({ length: 6 }, (_, page) => tenItems({ ...source, url: `${source.url}/${page}` })),
    )
  ).flat();
const sixtyStories: ReadSource = async (source) =>
  (await sixtyItems(source)).map((item, index) => ({
    ...item,
    title: `${"abcdefghij"[index % 10]}${index} story ${index * 7}`,
  }));

const oneFails: ReadSource = (source) =>
  source.url.includes("bad") ? Promise.reject(new SourceError(`${source.url} is down`)) : tenItems(source);

async function run(
  readSource: ReadSource,
  changes: Partial<Pipeline> = {},
  approval: "manual" | "auto" = "manual",
) {
  const organizationId = newId("org");
  const brand = aBrand(organizationId);
  brand.settings.approval = approval;
  const pipeline = { ...aPipeline(organizationId, brand.id), ...changes };
  const runAgain = async () => {
    const queued = aRun(organizationId, pipeline.id, brand.id);
    await insertRun(table, queued, []);
    await leaseRun(table, queued, { leaseToken: "t", nowMs: testTimeMs, untilMs: testTimeMs + 1 });
    await executeRun(queued, { pipeline, brand }, "t", { table, nowMs, newId, readSource });
    const ended = await readRun(table, organizationId, queued.runId);
    if (ended === null) throw new Error("the run is not stored");
    return ended;
  };
  return { first: await runAgain(), runAgain, organizationId };
}

/** Returns the types of events and the kinds of other messages that are in an organization's outbox. */
async function outboxKinds(organizationId: string): Promise<string[]> {
  const outbox = await everyOutboxItem(table);
  return outbox
    .flatMap(({ messages }) => messages)
    .filter(({ body }) => body.organizationId === organizationId)
    .map(({ body }) => (body.kind === "event.fan-out" ? body.event.type : body.kind));
}

it("a run creates the requested number of posts, which wait for approval, and sends the events of its end", async () => {
  const { first, organizationId } = await run(tenItems, { postsPerRun: 3 });
  expect(first).toMatchObject({ status: "succeeded", error: null });
  expect(first.stages.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => "succeeded"));
  expect(first.outputs).toHaveLength(3);
  const posts = await Promise.all(first.outputs.map((id) => readPost(table, organizationId, id)));
  expect(posts.map((post) => post?.status)).toEqual(["pending", "pending", "pending"]);
  const events = await outboxKinds(organizationId);
  expect(events).toEqual(expect.arrayContaining(["pipeline.run.completed", "run.succeeded"]));
  expect(events).not.toContain("post.publish");
});

it("a run schedules its posts at once when the brand approves them automatically", async () => {
  const { first, organizationId } = await run(tenItems, { postsPerRun: 2 }, "auto");
  const posts = await Promise.all(first.outputs.map((id) => readPost(table, organizationId, id)));
  expect(posts.map((post) => post?.status)).toEqual(["scheduled", "scheduled"]);
  const events = await outboxKinds(organizationId);
  expect(events.filter((kind) => kind === "post.publish")).toHaveLength(2);
  expect(events.filter((kind) => kind === "post.scheduled")).toHaveLength(2);
});

it("a run does not use items again that an earlier run of its pipeline used", async () => {
  const { first, runAgain, organizationId } = await run(tenItems, { postsPerRun: 6 });
  const second = await runAgain();
  expect([first.outputs.length, second.outputs.length]).toEqual([6, 4]);
  const links = await Promise.all(
    [...first.outputs, ...second.outputs].map(
      async (id) => (await readPost(table, organizationId, id))?.content.link,
    ),
  );
  expect(new Set(links).size).toBe(10);
  expect(await runAgain()).toMatchObject({ status: "succeeded", outputs: [] });
});

it("a run creates the maximum number of posts of a pipeline", async () => {
  const { first } = await run(sixtyStories, { postsPerRun: 50 }, "auto");
  expect(first.outputs).toHaveLength(50);
});

it("a run continues without a source that cannot be read, and names the source", async () => {
  const sources: Pipeline["sources"] = [
    { type: "feed", url: "https://bad.example/feed" },
    { type: "feed", url: "https://good.example/feed" },
  ];
  const { first } = await run(oneFails, { sources });
  expect(first.status).toBe("succeeded");
  expect(first.stages[0]?.detail).toContain("https://bad.example/feed is down");
});

it("a run fails with a readable error when no source can be read, and sends the event of its end", async () => {
  const { first, organizationId } = await run(() => Promise.reject(new SourceError("the feed is down")));
  expect(first).toMatchObject({ status: "failed", outputs: [], error: { code: "sources_unreadable" } });
  expect(first.error?.message).toContain("the feed is down");
  expect(await outboxKinds(organizationId)).toEqual(["pipeline.run.completed"]);
});
