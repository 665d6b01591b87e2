import { expect, it } from "vitest";
import type { Brand } from "../../functions/domain/brand.ts";
import type { Pipeline } from "../../functions/domain/pipeline.ts";
import type { Run } from "../../functions/domain/run.ts";
import type { Generate } from "../../functions/pipeline/generators/generator.ts";
import { generateFromTemplate } from "../../functions/pipeline/generators/template.ts";
import { openFetchSource } from "../../functions/pipeline/sources/fetch-source.ts";
import { requestOf } from "../../functions/pipeline/sources/requests.ts";
import { type FetchSource, SourceError, type SourceItem } from "../../functions/pipeline/sources/source.ts";
import { openFetchImage } from "../../functions/pipeline/stages/check-images.ts";
import { readPost } from "../../functions/table/posts.ts";
import { startHttp } from "../support/http/servers.ts";
import { contentWithImages } from "../support/pipeline/post-contents.ts";
import { executeNewRun, postsOfRuns } from "../support/pipeline/run-pipeline.ts";
import { aBrand, aPipeline, newId, testTimeMs } from "../support/table/entities.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { storeMastodon } from "../support/table/stored-connection.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";

const table = testTable();
const nowMs = () => testTimeMs;

type ItemsOf = (url: string) => SourceItem[];

const fetchImage = openFetchImage({ allowLoopback: true });

const tenItems: ItemsOf = (url) =>
  Array.from({ length: 10 }, (_, index) => ({
    id: `${url}/${index}`,
    title: `Coffee growers report number ${index}`,
    url: `${url}/${index}`,
    summary: "A short summary.",
    publishedAt: new Date(testTimeMs - index * 3_600_000).toISOString(),
    source: "Example",
    image: null,
    engagement: null,
  }));

const sixtyStories: ItemsOf = (url) =>
  Array.from({ length: 6 }, (_, page) => tenItems(`${url}/${page}`))
    .flat()
    .map((item, index) => ({ ...item, title: `${"abcdefghij"[index % 10]}${index} story ${index * 7}` }));

const oneFails: ItemsOf = (url) => {
  if (url.includes("bad")) throw new SourceError(`${url} is down`);
  return tenItems(url);
};

const fetched =
  (itemsOf: ItemsOf): FetchSource =>
  (source) =>
    Promise.resolve({ parse: () => itemsOf(requestOf(source, 0).name) });

interface Given {
  pipeline?: Partial<Pipeline>;
  settings?: Partial<Brand["settings"]>;
}

/** A pipeline, and a function that runs it. */
function aRunner({ pipeline: changes = {}, settings = {} }: Given) {
  const organizationId = newId("org");
  const brand = aBrand(organizationId);
  Object.assign(brand.settings, settings);
  const pipeline = { ...aPipeline(organizationId, brand.id), ...changes };
  const runIt = (fetchSource: FetchSource, generate: Generate = generateFromTemplate) =>
    executeNewRun(table, { pipeline, brand }, { fetchSource, fetchImage, generate });
  return { organizationId, pipeline, runIt };
}

const postsOf = (runs: readonly Run[]) => postsOfRuns(table, runs);

async function run(
  itemsOf: ItemsOf,
  changes: Partial<Pipeline> = {},
  approval: "manual" | "auto" = "manual",
) {
  const { organizationId, runIt } = aRunner({ pipeline: changes, settings: { approval } });
  const runAgain = () => runIt(fetched(itemsOf));
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
  const { first, organizationId } = await run(() => {
    throw new SourceError("the feed is down");
  });
  expect(first).toMatchObject({ status: "failed", outputs: [], error: { code: "sources_unreadable" } });
  expect(first.error?.message).toContain("the feed is down");
  expect(await outboxKinds(organizationId)).toEqual(["pipeline.run.completed"]);
});

it("neither a failed run nor its event has the token that is in the URL of a source", async () => {
  const port = await startHttp((_, response) => response.writeHead(403).end());
  const url = `http://localhost:${port}/feed?token=secret`;
  const { runIt, organizationId } = aRunner({ pipeline: { sources: [{ type: "feed", url }] } });
  const failed = await runIt(openFetchSource({ nowMs, allowLoopback: true }));
  expect(failed.error?.message).toContain(`http://localhost:${port}/feed responded with status 403`);
  const outbox = (await everyOutboxItem(table))
    .flatMap(({ messages }) => messages)
    .filter(({ body }) => body.organizationId === organizationId);
  expect(outbox).toHaveLength(1);
  expect(JSON.stringify([failed, outbox])).not.toContain("secret");
});

const story = (source: string, given: Partial<SourceItem> = {}): SourceItem => ({
  id: source,
  title: "Grid battery opens in the old quarry",
  url: `https://${source}.example/battery`,
  summary: "",
  publishedAt: new Date(testTimeMs - 3_600_000).toISOString(),
  source,
  image: null,
  engagement: null,
  ...given,
});

it("a story is posted once, whichever of its reports comes first and whichever leaves its feed", async () => {
  const { runIt } = aRunner({});
  const early = story("late-comer", { publishedAt: new Date(testTimeMs - 7_200_000).toISOString() });
  const feeds = [
    [story("a")],
    [story("a"), early],
    // The report that was posted has left its feed, and the other one has its own title by now.
    [{ ...early, title: "Battery in the quarry starts to work" }],
    [early, story("third")],
    [story("third")],
  ];
  const outputs: number[] = [];
  for (const items of feeds) outputs.push((await runIt(fetched(() => items))).outputs.length);
  expect(outputs).toEqual([1, 0, 0, 0, 0]);
});

it("two runs of one pipeline at the same moment share neither a story nor a posting slot", async () => {
  const postingSlots = Array.from({ length: 24 }, (_, hour) => ({
    weekday: "monday" as const,
    time: `${String(hour).padStart(2, "0")}:00`,
  }));
  const { runIt } = aRunner({ pipeline: { postsPerRun: 3 }, settings: { postingSlots } });
  const runs = await Promise.all([1, 2, 3].map(() => runIt(fetched(tenItems))));
  expect(runs.map(({ status }) => status)).toEqual(["succeeded", "succeeded", "succeeded"]);
  const posts = await postsOf(runs);
  expect(posts).toHaveLength(9);
  expect(new Set(posts.map((post) => post?.content.link)).size).toBe(9);
  expect(new Set(posts.map((post) => post?.scheduledAt)).size).toBe(9);
  expect((await runIt(fetched(tenItems))).outputs).toHaveLength(1);
});

it("the posts of a run fit the limits of the brand's own account, and use the room that they give", async () => {
  const title = "Coffee growers report a harvest that is larger than any before it";
  const summary = `It ${"really ".repeat(100)}is.`;
  const itemsOf: ItemsOf = (url) => tenItems(url).map((item) => ({ ...item, title, summary }));
  const textWith = async (text: number) => {
    const { organizationId, pipeline, runIt } = aRunner({
      pipeline: { channels: ["mastodon"], postsPerRun: 1 },
    });
    const place = { organizationId, brandId: pipeline.brandId };
    await storeBrand(table, { ...aBrand(organizationId), id: pipeline.brandId });
    await storeMastodon(table, place, { text });
    const [post] = await postsOf([await runIt(fetched(itemsOf))]);
    return post?.content.text;
  };
  expect(await textWith(5_000)).toBe(`${title}. ${summary}`);
  expect(await textWith(500)).toBe(`${title}.`);
  expect(await textWith(40)).toMatch(/^Coffee growers.*…$/);
});

it("the posts of a run have the image of their item only if the brand wants images", async () => {
  const {
    media: [image = null],
  } = await contentWithImages(1);
  const items = [story("a", { image })];
  for (const [images, media] of [
    ["source", [image]],
    ["none", []],
  ] as const) {
    const { runIt } = aRunner({ settings: { images } });
    const posts = await postsOf([await runIt(fetched(() => items))]);
    expect(posts.map((post) => post?.content.media)).toEqual([media]);
    expect(posts.map((post) => post?.hasProposedImages ?? false)).toEqual([media.length > 0]);
  }
});

it("a doubtful post of a brand that approves automatically waits for a person, and the run shows what its model used", async () => {
  const tokens = { inputTokens: 10, outputTokens: 2 };
  const { organizationId, runIt } = aRunner({
    pipeline: { postsPerRun: 2, generator: { type: "bedrock", model: "m" } },
    settings: { approval: "auto" },
  });
  let posts = 0;
  const ended = await runIt(fetched(tenItems), async (request) => {
    posts += 1;
    const content = {
      text: `Text ${posts}`,
      link: request.candidate.item.url,
      hashtags: [],
      isShortened: false,
    };
    return { outcome: "written", content, isDoubtful: posts === 1, tokens };
  });
  expect(ended.usage).toEqual({ inputTokens: 20, outputTokens: 4, costUsd: null });
  const made = await postsOf([ended]);
  expect(made.map((post) => post?.status)).toEqual(["pending", "scheduled"]);
  expect(made.map((post) => post?.generator)).toEqual([
    { type: "bedrock", fallback: null },
    { type: "bedrock", fallback: null },
  ]);
  const events = await outboxKinds(organizationId);
  expect(events.filter((kind) => kind === "post.publish")).toHaveLength(1);
});

it("a run whose image is gone makes the post without it, and its stage says so", async () => {
  const image = { url: "http://localhost:1/battery.jpg", alt: "A battery in a quarry" };
  const { runIt } = aRunner({ settings: { images: "source" } });
  const ended = await runIt(fetched(() => [story("a", { image })]));
  expect((await postsOf([ended])).map((post) => post?.content.media)).toEqual([[]]);
  expect(ended.stages[2]?.detail).toBe("1 post; 1 without its image, which the channel could not take");
});
