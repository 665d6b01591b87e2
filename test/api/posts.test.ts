import { afterAll, beforeEach, expect, it } from "vitest";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import { errorFaults } from "../support/api/responses.ts";
import { openClient } from "../support/client/checked-client.ts";
import { asText, at, type HttpResponse, type Json, rowsOf } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";

const client = openClient(provided("service"), { timeoutMs: 15_000 });
afterAll(() => client.close());

let fixtures: Fixtures;
beforeEach(async () => {
  fixtures = await newFixtures();
});

const send = (method: string, path: string, body?: unknown): Promise<HttpResponse> =>
  client.call(method, path, { key: fixtures.keys.write, ...(body !== undefined && { body }) });

async function callOk(method: string, path: string, body?: unknown): Promise<Json> {
  const { status, json, text } = await send(method, path, body);
  expect({ status, text }).toEqual({ status: 200, text });
  return json;
}

async function rejectionMessage(method: string, path: string, body?: unknown): Promise<string> {
  const response = await send(method, path, body);
  expect(errorFaults(response, 422)).toEqual([]);
  return asText(at(response.json, "error", "message"));
}

const pathOf = (state: "pst" | "draft" | "scheduled" | "published" | "failed") =>
  `/v1/posts/${fixtures.ids[state]}`;
const transitions = ["approve", "reject", "submit", "cancel", "retry"] as const;

it("a post has every field of the contract, alone and in a list", async () => {
  const shown = await callOk("GET", pathOf("pst"));
  expect(Object.keys(Object(shown))).toEqual([
    "id",
    "brandId",
    "pipelineId",
    "runId",
    "channel",
    "content",
    "length",
    "limit",
    "status",
    "scheduledAt",
    "publishedAt",
    "externalUrl",
    "failure",
    "nextAttempt",
    "createdAt",
    "updatedAt",
    "reason",
    "generator",
  ]);
  expect(Object.keys(Object(at(shown, "content")))).toEqual(["text", "link", "hashtags", "media"]);
  const listed = await callOk("GET", `/v1/posts?brandId=${fixtures.ids.brd}&status=pending`);
  expect(listed).toEqual({ data: [shown], nextCursor: null });
});

it("a post can make every transition of the contract, and a read shows each new status", async () => {
  const path = pathOf("pst");
  for (const [transition, status] of [
    ["reject", "draft"],
    ["submit", "pending"],
    ["approve", "scheduled"],
  ] as const) {
    const changed = await callOk("POST", `${path}/${transition}`);
    expect(changed).toMatchObject({ status });
    if (status !== "scheduled") expect(await callOk("GET", path)).toEqual(changed);
  }
  const { scheduled, failed } = fixtures.ids;
  expect(await callOk("POST", `/v1/posts/${scheduled}/cancel`)).toMatchObject({ status: "draft" });
  const retried = await callOk("POST", `/v1/posts/${failed}/retry`);
  expect(retried).toMatchObject({ status: "scheduled", failure: null });
  expect(Date.parse(asText(at(retried, "scheduledAt")))).toBeGreaterThan(Date.now() - 60_000);
});

it("every other transition of a post gets 422, with its current status and the required one", async () => {
  const starts = {
    approve: "pending",
    reject: "pending",
    submit: "draft",
    cancel: "scheduled",
    retry: "failed",
  };
  for (const [state, status] of [
    ["pst", "pending"],
    ["draft", "draft"],
    ["scheduled", "scheduled"],
    ["published", "published"],
    ["failed", "failed"],
  ] as const) {
    for (const transition of transitions.filter((one) => starts[one] !== status)) {
      const message = await rejectionMessage("POST", `${pathOf(state)}/${transition}`);
      expect(message).toContain(`in status ${status}`);
      expect(message).toContain(`must be ${starts[transition]}`);
    }
  }
});

it("a PATCH without fields leaves a post unchanged, also its `updatedAt`, before and after publication", async () => {
  for (const state of ["pst", "published"] as const) {
    const before = await callOk("GET", pathOf(state));
    expect(await callOk("PATCH", pathOf(state), {})).toEqual(before);
    expect(await callOk("GET", pathOf(state))).toEqual(before);
  }
});

it("a PATCH of one field of a post leaves the others, in every status before its publication", async () => {
  for (const state of ["pst", "draft", "scheduled", "failed"] as const) {
    const path = pathOf(state);
    for (const [change, shown] of [
      [{ text: "Another text" }, { content: { text: "Another text" } }],
      [{ link: null }, { content: { link: null } }],
      [{ link: "http://example.com/?a=1" }, { content: { link: "http://example.com/?a=1" } }],
      [{ hashtags: ["#Tag", "Tag", "größer"] }, { content: { hashtags: ["Tag", "größer"] } }],
      [{ scheduledAt: "2098-06-01T12:00:00+02:00" }, { scheduledAt: "2098-06-01T10:00:00.000Z" }],
    ] as const) {
      const before = Object(await callOk("GET", path));
      const changed = await callOk("PATCH", path, change);
      const { content = {}, ...rest } = { content: undefined, ...shown };
      expect(changed).toEqual({
        ...before,
        ...rest,
        content: { ...before.content, ...content },
        length: "text" in content ? 12 : before.length,
        updatedAt: at(changed, "updatedAt"),
      });
      expect(await callOk("GET", path)).toEqual(changed);
    }
  }
});

it("a published post cannot be changed", async () => {
  const message = await rejectionMessage("PATCH", pathOf("published"), { text: "New" });
  expect(message).toContain("published");
});

it("the text of a post is limited to 500 characters as a reader counts them", async () => {
  const family = "👨‍👩‍👧‍👦";
  expect(await callOk("PATCH", pathOf("pst"), { text: family.repeat(500) })).toMatchObject({
    content: { text: family.repeat(500) },
    length: 500,
    limit: 500,
  });
  const tooLong = await send("PATCH", pathOf("pst"), { text: "a".repeat(501) });
  expect(errorFaults(tooLong, 400)).toEqual([]);
  expect(at(tooLong.json, "error", "fields")).toEqual([
    { field: "text", reason: "the text has 501 characters, but the channel feed takes at most 500" },
  ]);
  expect(await callOk("GET", pathOf("pst"))).toMatchObject({ content: { text: family.repeat(500) } });
});

it("a post whose time is removed is published when it is approved", async () => {
  const changed = await callOk("PATCH", pathOf("pst"), { scheduledAt: null });
  expect(changed).toMatchObject({ scheduledAt: null });
  const changedAt = asText(at(changed, "updatedAt"));
  const approved = await callOk("POST", `${pathOf("pst")}/approve`);
  expect(Date.parse(asText(at(approved, "scheduledAt")))).toBeGreaterThanOrEqual(Date.parse(changedAt));
});

it("a list of posts is in the new order as soon as a post's time is changed", async () => {
  const ids = async () => {
    const list = await callOk("GET", "/v1/posts?sort=scheduledAt&order=asc&status=draft,pending,failed");
    return rowsOf(list).map((row) => at(row, "id"));
  };
  const last = { scheduledAt: "2098-01-01T00:00:00Z" };
  await callOk("PATCH", pathOf("draft"), last);
  expect((await ids()).at(-1)).toBe(fixtures.ids.draft);
  // A post without a time comes after all posts with one.
  await callOk("PATCH", pathOf("pst"), { scheduledAt: null });
  expect((await ids()).slice(-2)).toEqual([fixtures.ids.draft, fixtures.ids.pst]);
  await callOk("PATCH", pathOf("draft"), { scheduledAt: "2001-01-01T00:00:00Z" });
  expect((await ids()).at(0)).toBe(fixtures.ids.draft);
});
