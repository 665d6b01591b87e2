import { expect, it } from "vitest";
import { stoppedRun } from "../../functions/domain/run.ts";
import type { Generate } from "../../functions/pipeline/generators/generator.ts";
import { generateFromTemplate } from "../../functions/pipeline/generators/template.ts";
import type { MakingEffects } from "../../functions/pipeline/make-posts.ts";
import type { FetchSource, SourceItem } from "../../functions/pipeline/sources/source.ts";
import { executeNewRun } from "../support/pipeline/run-pipeline.ts";
import { aBrand, aPipeline, aRun, newId, testTimeMs } from "../support/table/entities.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";

const table = testTable();

const words = ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet"];
const items = words.map(
  (word, index): SourceItem => ({
    id: word,
    title: `The ${word} report says ${word} and ${word}`,
    url: `https://example.com/${word}`,
    summary: "",
    publishedAt: new Date(testTimeMs - index * 3_600_000).toISOString(),
    source: "Example",
    image: null,
    engagement: null,
  }),
);
const fetchSource: FetchSource = () => Promise.resolve({ parse: () => items });

/** A pipeline, and a function that executes a new run of it. */
function aRunner() {
  const brand = aBrand(newId("org"));
  const { organizationId } = brand;
  // A template is not asked twice because it costs nothing. So the pipeline has another generator.
  const generator = { type: "openai_compatible" as const };
  const pipeline = { ...aPipeline(organizationId, brand.id), generator };
  return (postsPerRun: number, given: Partial<MakingEffects> = {}) =>
    executeNewRun(table, { pipeline: { ...pipeline, postsPerRun }, brand }, { fetchSource, ...given });
}

it("a run whose stories another run has taken meanwhile writes only those that it chooses instead", async () => {
  const run = aRunner();
  const written: string[] = [];
  let other: Promise<unknown> | undefined;
  const generate: Generate = async (request, timeLimitMs) => {
    written.push(request.candidate.item.id);
    other ??= run(3);
    await other;
    return generateFromTemplate(request, timeLimitMs);
  };
  const { status, outputs } = await run(5, { generate });
  expect({ status, posts: outputs.length }).toEqual({ status: "succeeded", posts: 5 });
  expect(written.toSorted()).toEqual(words.slice(0, 8));
});

it("a run that reaches its time limit fails as timed_out, in the stage that took too long, with one event", async () => {
  const limit = new AbortController();
  const hangs: FetchSource = () => {
    queueMicrotask(() => limit.abort());
    return new Promise(() => undefined);
  };
  const ended = await aRunner()(5, { fetchSource: hangs, timeLimit: limit.signal });
  expect(ended).toMatchObject({
    status: "failed",
    error: { code: "timed_out" },
    outputs: [],
    finishedAt: "2026-11-21T12:00:00.000Z",
  });
  expect(ended.stages.map(({ status }) => status)).toEqual(["failed", "pending", "pending", "pending"]);
  const events = (await everyOutboxItem(table))
    .flatMap(({ messages }) => messages.map(({ body }) => body))
    .filter(({ organizationId }) => organizationId === ended.organizationId);
  expect(events).toMatchObject([{ event: { type: "pipeline.run.completed" } }]);
});

it("a run that reaches its time limit while it writes asks for no further text", async () => {
  const limit = new AbortController();
  const written: string[] = [];
  const generate: Generate = (request, timeLimitMs) => {
    written.push(request.candidate.item.id);
    limit.abort();
    return generateFromTemplate(request, timeLimitMs);
  };
  const { error, stages } = await aRunner()(9, { generate, timeLimit: limit.signal });
  expect(error?.code).toBe("timed_out");
  expect(stages.map(({ status }) => status)).toEqual(["succeeded", "succeeded", "failed", "pending"]);
  expect(written).toEqual(words.slice(0, 5));
});

it("the running stage of a run that is stopped has failed, and the others stay as they are", () => {
  const [discover, ...others] = aRun(newId("org")).stages;
  if (discover === undefined) throw new Error("a run has stages");
  const running = { ...discover, status: "running" as const, startedAt: "2026-11-21T11:59:00.000Z" };
  const run = { ...aRun(newId("org")), stages: [running, ...others] };
  const error = { code: "cancelled", message: "Stopped." };
  expect(stoppedRun(run, error, newId("evt"), testTimeMs).stages).toEqual([
    { ...running, status: "failed", finishedAt: "2026-11-21T12:00:00.000Z", detail: "Stopped." },
    ...others,
  ]);
});
