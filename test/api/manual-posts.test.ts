import { afterAll, beforeEach, expect, it } from "vitest";
import { isoTime } from "../../functions/domain/time.ts";
import { fingerprint } from "../../functions/pipeline/fingerprint.ts";
import { insertFeedEntry } from "../../functions/table/feeds.ts";
import { linkChange } from "../../functions/table/links.ts";
import { postedLinksAmong } from "../../functions/table/posted-stories.ts";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import { comparable, errorFaults, fieldsOf } from "../support/api/responses.ts";
import { newPost } from "../support/api/valid-bodies.ts";
import { openClient } from "../support/client/checked-client.ts";
import { asText, at, type HttpResponse } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";
import { newId, testTimeMs } from "../support/table/entities.ts";
import { tableAt } from "../support/table/table.ts";

const client = openClient(provided("service"), { timeoutMs: 15_000 });
afterAll(() => client.close());

let fixtures: Fixtures;
beforeEach(async () => {
  fixtures = await newFixtures();
});

const send = (method: string, path: string, body?: unknown): Promise<HttpResponse> =>
  client.call(method, path, { key: fixtures.keys.write, ...(body !== undefined && { body }) });
const create = (changes: object = {}) =>
  send("POST", "/v1/posts", { brandId: fixtures.ids.brd, channel: "feed", text: "By hand", ...changes });
const pathOf = ({ json }: HttpResponse) => `/v1/posts/${asText(at(json, "id"))}`;

it("a manual post is a draft without a run, unless its request says otherwise", async () => {
  const made = await create();
  expect(made).toMatchObject({
    status: 201,
    json: {
      brandId: fixtures.ids.brd,
      pipelineId: null,
      runId: null,
      channel: "feed",
      content: { text: "By hand", link: null, hashtags: [], media: [] },
      status: "draft",
      scheduledAt: null,
    },
  });
  expect((await send("GET", pathOf(made))).json).toEqual(made.json);
  const { media, text, link } = newPost;
  expect((await create(newPost)).json).toMatchObject({
    content: { text, link, hashtags: ["hand", "more"], media },
    status: "pending",
    scheduledAt: "2098-01-01T08:00:00.000Z",
  });
  const { json } = await send("GET", `/v1/posts?brandId=${fixtures.ids.brd}&status=draft`);
  expect(at(json, "data")).toEqual([made.json]);
});

it("the link of a manual post counts as posted for the runs of its brand, whatever its tracking parameters", async () => {
  const { json } = await create({ link: "https://example.com/by-hand?utm_source=mail" });
  expect(json).toMatchObject({ reason: null });
  const { organizationId, ids } = fixtures;
  const links = ["by-hand", "other"].map((path) => fingerprint({ url: `https://example.com/${path}` }));
  const postedOf = (id: string) =>
    postedLinksAmong(tableAt(provided("service").database), { organizationId, brandId: id }, links);
  expect(await postedOf(ids.brd)).toEqual(links.slice(0, 1));
  expect(await postedOf(ids.emptyBrd)).toEqual([]);
});

it("a manual post is submitted, approved and published in the brand's feed, as it was written", async () => {
  const made = await create({ hashtags: ["#hand"], link: "https://example.com/by-hand" });
  const path = pathOf(made);
  for (const move of ["submit", "approve"])
    expect(await send("POST", `${path}/${move}`)).toMatchObject({ status: 200 });
  await expect
    .poll(async () => at((await send("GET", path)).json, "status"), { timeout: 20_000 })
    .toBe("published");
  const { json } = await client.call("GET", `/feeds/${fixtures.ids.brd}.json`);
  expect(at(json, "items", 0)).toMatchObject({
    id: at(made.json, "id"),
    content_text: "By hand",
    tags: ["hand"],
  });
  const { json: analytics } = await send("GET", `${path}/analytics`);
  expect(analytics).toMatchObject({ status: "pending", reach: null, updatedAt: null });
  expect(at(analytics, "availableAt")).not.toBeNull();
});

it("a post for an unknown, deleted or foreign brand is not found", async () => {
  const unknown = await create({ brandId: newId("brd") });
  expect(errorFaults(unknown, 404)).toEqual([]);
  const foreign = (await newFixtures()).ids.brd;
  const deleted = fixtures.ids.emptyBrd;
  expect(await send("DELETE", `/v1/brands/${deleted}`)).toMatchObject({ status: 204 });
  for (const brandId of [foreign, deleted, fixtures.ids.pip, "x"])
    expect(comparable(await create({ brandId }))).toEqual(comparable(unknown));
});

it("a post that is too long for its channel is rejected, also for an unknown brand", async () => {
  for (const given of [{}, { brandId: newId("brd") }]) {
    const tooLong = await create({ ...given, text: "a".repeat(501) });
    expect(errorFaults(tooLong, 400)).toEqual([]);
    expect(fieldsOf(tooLong)).toEqual(["text"]);
    expect(tooLong.text).toContain("at most 500");
  }
});

it("a PATCH replaces the media of a post and leaves the rest", async () => {
  const made = await create(newPost);
  const media = [{ url: "https://example.com/new.jpg", alt: "A new cup" }];
  const changed = await send("PATCH", pathOf(made), { media });
  expect(at(changed.json, "content")).toEqual({ ...Object(at(made.json, "content")), media });
  expect((await send("PATCH", pathOf(made), { text: "Other" })).json).toMatchObject({ content: { media } });
  expect((await send("PATCH", pathOf(made), { media: [] })).json).toMatchObject({ content: { media: [] } });
});

it("a draft, a pending and a failed post can be deleted once, and are then gone", async () => {
  const made = await create();
  for (const id of [fixtures.ids.pst, fixtures.ids.draft, fixtures.ids.failed, asText(at(made.json, "id"))]) {
    expect(await send("DELETE", `/v1/posts/${id}`)).toMatchObject({ status: 204, text: "" });
    for (const [method, path] of [
      ["DELETE", ""],
      ["GET", ""],
      ["GET", "/analytics"],
      ["POST", "/approve"],
    ] as const)
      expect(errorFaults(await send(method, `/v1/posts/${id}${path}`), 404)).toEqual([]);
  }
  expect(await send("GET", "/v1/posts?status=draft,pending")).toMatchObject({ json: { data: [] } });
  for (const id of [fixtures.ids.scheduled, fixtures.ids.published]) {
    expect(errorFaults(await send("DELETE", `/v1/posts/${id}`), 422)).toEqual([]);
    expect(await send("GET", `/v1/posts/${id}`)).toMatchObject({ status: 200 });
  }
});

it("a deleted post whose publication was interrupted is no longer in the feed, and its link leads nowhere", async () => {
  const { failed: postId, emptyBrd } = fixtures.ids;
  const entry = { postId, url: `/r/${postId}`, text: "Half", hashtags: [], publishedAt: isoTime(testTimeMs) };
  await insertFeedEntry(tableAt(provided("service").database), emptyBrd, isoTime(testTimeMs), entry, [
    linkChange(postId, "https://example.com/"),
  ]);
  const items = async () => at((await client.call("GET", `/feeds/${emptyBrd}.json`)).json, "items");
  expect(await items()).toHaveLength(1);
  expect(await send("DELETE", `/v1/posts/${postId}`)).toMatchObject({ status: 204 });
  expect(await items()).toEqual([]);
  expect(await client.call("GET", `/r/${postId}`)).toMatchObject({ status: 404 });
});

it("a post with an unknown outcome is resolved once: as published at its scheduled time, or as failed and retryable", async () => {
  const path = `/v1/posts/${fixtures.ids.failed}`;
  const published = { status: "published", externalUrl: "https://example.com/posts/1" };
  const resolved = await send("POST", `${path}/resolve`, published);
  expect(resolved).toMatchObject({ status: 200, json: { ...published, failure: null } });
  expect((await send("GET", path)).json).toEqual(resolved.json);
  expect(errorFaults(await send("POST", `${path}/resolve`, published), 422)).toEqual([]);
  // Its times of measurement have passed, so a worker may have measured it already.
  expect((await send("GET", `${path}/analytics`)).json).toMatchObject({ postId: fixtures.ids.failed });

  fixtures = await newFixtures();
  const other = `/v1/posts/${fixtures.ids.failed}`;
  expect(await send("POST", `${other}/resolve`, { status: "failed" })).toMatchObject({
    json: { status: "failed", failure: { code: "not_published" }, publishedAt: null, externalUrl: null },
  });
  expect(errorFaults(await send("POST", `${other}/resolve`, { status: "failed" }), 422)).toEqual([]);
  expect(await send("POST", `${other}/retry`)).toMatchObject({ json: { status: "scheduled" } });
});

it("the analytics of a post that is not published are pending, without a time", async () => {
  const { json } = await send("GET", `/v1/posts/${fixtures.ids.pst}/analytics`);
  expect(json).toEqual({
    postId: fixtures.ids.pst,
    status: "pending",
    reach: null,
    engagementRate: null,
    clicks: null,
    estimatedRoi: null,
    currency: null,
    availableAt: null,
    updatedAt: null,
  });
});
