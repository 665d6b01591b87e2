import { afterAll, beforeEach, expect, it } from "vitest";
import { commentsPerPostMax } from "../../functions/domain/comment.ts";
import { postKey } from "../../functions/table/keys.ts";
import { commit } from "../../functions/table/store/commit.ts";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import { errorFaults } from "../support/api/responses.ts";
import { openClient } from "../support/client/checked-client.ts";
import { asText, at, type Json, rowsOf } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";
import { newId } from "../support/table/entities.ts";
import { tableAt } from "../support/table/table.ts";

const client = openClient(provided("service"), { timeoutMs: 15_000 });
afterAll(() => client.close());
const table = tableAt(provided("service").database);

let fixtures: Fixtures;
let path: string;
beforeEach(async () => {
  fixtures = await newFixtures();
  path = `/v1/posts/${fixtures.ids.pst}`;
});

const send = (method: string, target: string, body?: unknown, headers = {}) =>
  client.call(method, target, {
    key: fixtures.keys.write,
    headers,
    ...(body !== undefined && { body }),
  });

async function ok(method: string, target: string, body?: unknown): Promise<Json> {
  const response = await send(method, target, body);
  expect([response.status, response.text]).toEqual([expect.toBeOneOf([200, 201, 204]), response.text]);
  return response.json;
}

const actionsOf = async (postPath: string) =>
  rowsOf(await ok("GET", `${postPath}/history?order=asc`)).map((row) => at(row, "action"));

const key = { type: "api_key", name: "first write key" };

it("requested changes make a pending post a draft, and store the comment and the entry of the history", async () => {
  expect(await ok("POST", `${path}/request-changes`, { comment: "Shorter." })).toMatchObject({
    status: "draft",
  });
  const [comment] = rowsOf(await ok("GET", `${path}/comments`));
  expect(comment).toMatchObject({ text: "Shorter.", author: key, postId: fixtures.ids.pst });
  const history = rowsOf(await ok("GET", `${path}/history`));
  expect(history).toMatchObject([
    { action: "changes_requested", by: key, status: "draft", commentId: at(comment, "id") },
    { action: "created", by: { type: "system", name: "system" }, status: "pending" },
  ]);
  const again = await send("POST", `${path}/request-changes`, { comment: "Shorter." });
  expect(errorFaults(again, 422)).toEqual([]);
  expect(rowsOf(await ok("GET", `${path}/comments`))).toHaveLength(1);
});

it("every change of a post is in its history, with the name of the key and the fields that were edited", async () => {
  const { brd: brandId } = fixtures.ids;
  const written = { brandId, channel: "feed", text: "By hand", scheduledAt: "2098-01-01T00:00:00Z" };
  const own = `/v1/posts/${asText(at(await ok("POST", "/v1/posts", written), "id"))}`;
  await ok("PATCH", own, { text: "Another text", link: null, scheduledAt: "2098-01-02T00:00:00Z" });
  await ok("PATCH", own, { text: "Another text" });
  await ok("PATCH", own, {});
  for (const move of ["submit", "reject", "submit", "approve", "cancel"]) await ok("POST", `${own}/${move}`);
  await ok("POST", `${own}/comments`, { text: "Good." });
  const rows = rowsOf(await ok("GET", `${own}/history?order=asc`));
  expect(rows.map((row) => [at(row, "action"), at(row, "status")])).toEqual([
    ["created", "draft"],
    ["edited", "draft"],
    ["submitted", "pending"],
    ["rejected", "draft"],
    ["submitted", "pending"],
    ["approved", "scheduled"],
    ["cancelled", "draft"],
    ["commented", "draft"],
  ]);
  expect(rows[1]).toMatchObject({ fields: ["text", "scheduledAt"] });
  for (const row of rows) expect(at(row, "by")).toMatchObject(key);
  const { failed } = fixtures.ids;
  await ok("POST", `/v1/posts/${failed}/resolve`, { status: "failed" });
  await ok("POST", `/v1/posts/${failed}/retry`);
  expect((await actionsOf(`/v1/posts/${failed}`)).slice(0, 3)).toEqual(["created", "resolved", "retried"]);
});

it("a walk over the pages of a history and of the comments returns every row once, in both orders", async () => {
  for (const text of ["One", "Two", "Three"]) await ok("POST", `${path}/comments`, { text });
  for (const order of ["asc", "desc"]) {
    for (const [list, field, expected] of [
      ["comments", "text", ["One", "Two", "Three"]],
      ["history", "action", ["created", "commented", "commented", "commented"]],
    ] as const) {
      for (const limit of [1, 2, 3, 4]) {
        const found: unknown[] = [];
        let cursor = "";
        do {
          const page = await ok("GET", `${path}/${list}?order=${order}&limit=${limit}${cursor}`);
          found.push(...rowsOf(page).map((row) => at(row, field)));
          const next = at(page, "nextCursor");
          cursor = next === null ? "" : `&cursor=${encodeURIComponent(asText(next))}`;
        } while (cursor !== "");
        expect(found).toEqual(order === "asc" ? expected : expected.toReversed());
      }
    }
  }
});

it("a post takes a limited number of comments, and 422 names the limit", async () => {
  const { organizationId, ids } = fixtures;
  const values = { ":count": commentsPerPostMax - 1 };
  const update = "SET commentCount = :count";
  await commit(table, [{ kind: "update", key: postKey(organizationId, ids.pst), update, values }]);
  const both = await Promise.all(["A", "B"].map((text) => send("POST", `${path}/comments`, { text })));
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 422]));
  for (const response of [
    await send("POST", `${path}/comments`, { text: "One more" }),
    await send("POST", `${path}/request-changes`, { comment: "One more" }),
  ])
    expect(at(response.json, "error", "message")).toBe("A post can have at most 500 comments.");
  expect(await ok("GET", path)).toMatchObject({ status: "pending" });
});

it("the comments and the history of a deleted post are gone with it", async () => {
  await ok("POST", `${path}/comments`, { text: "Good." });
  await ok("DELETE", path);
  for (const list of ["comments", "history"])
    expect(errorFaults(await send("GET", `${path}/${list}`), 404)).toEqual([]);
});

it("a batch changes each post by itself, and returns a result for each in the order of the request", async () => {
  const { pst, draft, scheduled } = fixtures.ids;
  const foreign = (await newFixtures()).ids.pst;
  const unknown = newId("pst");
  const ids = [unknown, draft, pst, "malformed", foreign, scheduled, pst];
  const results = at(await ok("POST", "/v1/posts/batch", { action: "reject", ids }), "results");
  const found = Array.isArray(results) ? results : [];
  expect(found.map((one) => [at(one, "id"), at(one, "status")])).toEqual([
    [unknown, 404],
    [draft, 422],
    [pst, 200],
    ["malformed", 404],
    [foreign, 404],
    [scheduled, 422],
  ]);
  expect(found[2]).toMatchObject({ post: await ok("GET", path) });
  expect(found[1]).toMatchObject({ error: { code: "unprocessable" } });
  for (const index of [0, 3, 4]) expect(at(found[index], "error")).toEqual(at(found[0], "error"));
  expect(await actionsOf(path)).toEqual(["created", "rejected"]);
});

it("a batch with an Idempotency-Key changes each post once, and its repetition returns the same results", async () => {
  const { pst, draft } = fixtures.ids;
  const body = { action: "approve", ids: [pst, draft] };
  const headers = { "Idempotency-Key": newId("evt") };
  const [one, other] = await Promise.all([
    send("POST", "/v1/posts/batch", body, headers),
    send("POST", "/v1/posts/batch", body, headers),
  ]);
  expect(one.json).toEqual(other.json);
  expect(at(one.json, "results")).toMatchObject([{ status: 200 }, { status: 422 }]);
  expect((await actionsOf(path)).filter((action) => action === "approved")).toHaveLength(1);
});
