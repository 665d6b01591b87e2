import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import { errorFaults } from "../support/api/responses.ts";
import { openClient } from "../support/client/checked-client.ts";
import { asText, at, type HttpResponse, type Json } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";

const client = openClient(provided("service"), { timeoutMs: 15_000 });
afterAll(() => client.close());

let fixtures: Fixtures;
beforeEach(async () => {
  fixtures = await newFixtures();
});

const send = (method: string, path: string, body?: unknown): Promise<HttpResponse> =>
  client.call(method, path, { key: fixtures.keys.write, ...(body !== undefined && { body }) });

async function ok(method: string, path: string, body?: unknown): Promise<Json> {
  const { status, json, text } = await send(method, path, body);
  expect({ status, text }).toEqual({ status: 200, text });
  return json;
}

async function refusal(method: string, path: string, body?: unknown): Promise<string> {
  const response = await send(method, path, body);
  expect(errorFaults(response, 422)).toEqual([]);
  return asText(at(response.json, "error", "message"));
}

const pathOf = (state: "pst" | "draft" | "scheduled" | "published" | "failed") =>
  `/v1/posts/${fixtures.ids[state]}`;
const moves = ["approve", "reject", "submit", "cancel", "retry"] as const;

describe("a post", () => {
  it("has every field of the contract, alone and in a list", async () => {
    const shown = await ok("GET", pathOf("pst"));
    expect(Object.keys(Object(shown))).toEqual([
      "id",
      "brandId",
      "pipelineId",
      "runId",
      "channel",
      "content",
      "status",
      "scheduledAt",
      "publishedAt",
      "externalUrl",
      "failure",
      "createdAt",
      "updatedAt",
    ]);
    expect(Object.keys(Object(at(shown, "content")))).toEqual(["text", "link", "hashtags", "media"]);
    const listed = await ok("GET", `/v1/posts?brandId=${fixtures.ids.brd}&status=pending`);
    expect(listed).toEqual({ data: [shown], nextCursor: null });
  });

  it("goes through its states as the contract has it, each step shown by a read", async () => {
    const path = pathOf("pst");
    for (const [move, status] of [
      ["reject", "draft"],
      ["submit", "pending"],
      ["approve", "scheduled"],
    ] as const) {
      const moved = await ok("POST", `${path}/${move}`);
      expect(moved).toMatchObject({ status });
      if (status !== "scheduled") expect(await ok("GET", path)).toEqual(moved);
    }
    const { scheduled, failed } = fixtures.ids;
    expect(await ok("POST", `/v1/posts/${scheduled}/cancel`)).toMatchObject({ status: "draft" });
    const retried = await ok("POST", `/v1/posts/${failed}/retry`);
    expect(retried).toMatchObject({ status: "scheduled", failure: null });
    expect(Date.parse(asText(at(retried, "scheduledAt")))).toBeGreaterThan(Date.now() - 60_000);
  });

  it("is refused every other step, with the status that the step starts from", async () => {
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
      for (const move of moves.filter((one) => starts[one] !== status)) {
        const message = await refusal("POST", `${pathOf(state)}/${move}`);
        expect(message).toContain(`in status ${status}`);
        expect(message).toContain(`must be ${starts[move]}`);
      }
    }
  });
});

describe("a change of a post", () => {
  it("of nothing changes nothing, not even when it was changed last, also once it is published", async () => {
    for (const state of ["pst", "published"] as const) {
      const before = await ok("GET", pathOf(state));
      expect(await ok("PATCH", pathOf(state), {})).toEqual(before);
      expect(await ok("PATCH", pathOf(state), { status: "published", media: [] })).toEqual(before);
      expect(await ok("GET", pathOf(state))).toEqual(before);
    }
  });

  it("of one field leaves the others, in every status before it is published", async () => {
    for (const state of ["pst", "draft", "scheduled", "failed"] as const) {
      const path = pathOf(state);
      for (const [change, shown] of [
        [{ text: "Another text" }, { content: { text: "Another text" } }],
        [{ link: null }, { content: { link: null } }],
        [{ link: "http://example.com/?a=1" }, { content: { link: "http://example.com/?a=1" } }],
        [{ hashtags: ["#Tag", "Tag", "größer"] }, { content: { hashtags: ["Tag", "größer"] } }],
        [{ scheduledAt: "2098-06-01T12:00:00+02:00" }, { scheduledAt: "2098-06-01T10:00:00.000Z" }],
      ] as const) {
        const before = Object(await ok("GET", path));
        const changed = await ok("PATCH", path, change);
        const { content = {}, ...rest } = { content: undefined, ...shown };
        expect(changed).toEqual({
          ...before,
          ...rest,
          content: { ...before.content, ...content },
          updatedAt: at(changed, "updatedAt"),
        });
        expect(await ok("GET", path)).toEqual(changed);
      }
    }
  });

  it("is refused once it is published", async () => {
    const message = await refusal("PATCH", pathOf("published"), { text: "New" });
    expect(message).toContain("published");
  });

  it("keeps to the channel's limit, which counts what a reader sees", async () => {
    const family = "👨‍👩‍👧‍👦";
    expect(await ok("PATCH", pathOf("pst"), { text: family.repeat(500) })).toMatchObject({
      content: { text: family.repeat(500) },
    });
    const message = await refusal("PATCH", pathOf("pst"), { text: "a".repeat(501) });
    expect(message).toContain("501");
    expect(message).toContain("at most 500");
  });

  it("takes a time away, so that the post publishes when it is approved", async () => {
    expect(await ok("PATCH", pathOf("pst"), { scheduledAt: null })).toMatchObject({ scheduledAt: null });
    const before = Date.now();
    const approved = await ok("POST", `${pathOf("pst")}/approve`);
    expect(Date.parse(asText(at(approved, "scheduledAt")))).toBeGreaterThanOrEqual(before);
  });

  it("shows in the order of the list at once", async () => {
    const ids = async () => {
      const list = await ok("GET", "/v1/posts?sort=scheduledAt&order=asc&status=draft,pending,failed");
      const rows = at(list, "data");
      return Array.isArray(rows) ? rows.map((row) => at(row, "id")) : [];
    };
    const last = { scheduledAt: "2098-01-01T00:00:00Z" };
    await ok("PATCH", pathOf("draft"), last);
    expect((await ids()).at(-1)).toBe(fixtures.ids.draft);
    // Without a time it stands after all that have one.
    await ok("PATCH", pathOf("pst"), { scheduledAt: null });
    expect((await ids()).slice(-2)).toEqual([fixtures.ids.draft, fixtures.ids.pst]);
    await ok("PATCH", pathOf("draft"), { scheduledAt: "2001-01-01T00:00:00Z" });
    expect((await ids()).at(0)).toBe(fixtures.ids.draft);
  });
});
