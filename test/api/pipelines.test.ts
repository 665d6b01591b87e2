import { afterAll, beforeEach, expect, it } from "vitest";
import { insertRun } from "../../functions/table/runs.ts";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import { errorFaults, fieldsOf } from "../support/api/responses.ts";
import { openClient } from "../support/client/checked-client.ts";
import { asText, at, type Json } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";
import { aRun } from "../support/table/entities.ts";
import { tableAt } from "../support/table/table.ts";

const client = openClient(provided("service"), { timeoutMs: 10_000 });
afterAll(() => client.close());

let fixtures: Fixtures;
let path: string;
let list: string;
beforeEach(async () => {
  fixtures = await newFixtures();
  path = `/v1/pipelines/${fixtures.ids.pip}`;
  list = `/v1/brands/${fixtures.ids.brd}/pipelines`;
});

const call = (method: string, target: string, body?: unknown) =>
  client.call(method, target, { key: fixtures.keys.write, ...(body !== undefined && { body }) });

async function callOk(method: string, target: string, body?: unknown): Promise<Json> {
  const { status, json, text } = await call(method, target, body);
  expect(status < 300 ? "" : text).toBe("");
  return json;
}

const aNewPipeline = {
  name: "Another",
  sources: [{ type: "feed", url: "https://example.com/feed.xml" }],
  channels: ["feed"],
};

it("a PATCH without fields leaves a pipeline unchanged", async () => {
  const before = await callOk("GET", path);
  expect(await callOk("PATCH", path, {})).toEqual(before);
  expect(await callOk("GET", path)).toEqual(before);
});

it("a PATCH of one field of a pipeline leaves the others, and the brand's list shows the change", async () => {
  const before = Object(await callOk("GET", path));
  for (const body of [
    { name: "Other" },
    { topics: ["coffee", "tea"] },
    { sources: [{ type: "feed", url: "https://example.com/other.xml" }] },
    { postsPerRun: 50 },
    { schedule: "0 9 * * *" },
    { schedule: "*/5 9-17 * * 1-5" },
    { status: "paused" },
    { schedule: null },
    { status: "active" },
    { generator: { type: "template" } },
    { channels: ["feed", "feed"] },
  ]) {
    const changed = await callOk("PATCH", path, body);
    expect(changed).toMatchObject("channels" in body ? { channels: ["feed"] } : body);
    expect(await callOk("GET", path)).toEqual(changed);
    expect(await callOk("GET", list)).toEqual([changed]);
  }
  expect(await callOk("GET", path)).toMatchObject({ createdAt: before.createdAt, id: before.id });
});

it("a pipeline may go from draft to active, from active to paused and back, and to no other status", async () => {
  const draft = await callOk("POST", list, aNewPipeline);
  const own = `/v1/pipelines/${asText(at(draft, "id"))}`;
  const to = async (status: string) => {
    const response = await call("PATCH", own, { status, name: status });
    if (response.status !== 200) expect(errorFaults(response, 422)).toEqual([]);
    return response.status;
  };
  const wanted = ["draft", "paused", "active", "draft", "active", "paused", "draft", "active"];
  const statuses: number[] = [];
  for (const status of wanted) statuses.push(await to(status));
  expect(statuses).toEqual([200, 422, 200, 422, 200, 200, 422, 200]);
  // A rejected change stores nothing.
  expect(await callOk("GET", own)).toMatchObject({ status: "active", name: "active" });
});

it("a PATCH of a pipeline rejects the same addresses and schedules as its creation", async () => {
  for (const [body, field] of [
    [{ sources: [{ type: "feed", url: "http://169.254.169.254/" }] }, "sources[0].url"],
    [
      { sources: [aNewPipeline.sources[0], { type: "feed", url: "http://[::ffff:10.0.0.1]/" }] },
      "sources[1].url",
    ],
    [{ schedule: "60 * * * *" }, "schedule"],
    [{ schedule: "0 0 31 2 *" }, "schedule"],
    // 60 characters of two UTF-16 units each.
    [{ schedule: "👩".repeat(60) }, "schedule"],
  ] as const) {
    const response = await call("PATCH", path, body);
    expect(errorFaults(response, 400)).toEqual([]);
    expect(fieldsOf(response)).toEqual([field]);
  }
});

it("concurrent changes of a pipeline are all stored, and the pipeline ends in the state of one of their responses", async () => {
  const changes = [
    { name: "Other" },
    { topics: ["coffee"] },
    { postsPerRun: 7 },
    { schedule: "0 9 * * *" },
    { sources: [{ type: "feed", url: "https://example.com/other.xml" }] },
  ];
  const responses = await Promise.all(changes.map((body) => callOk("PATCH", path, body)));
  for (const [index, response] of responses.entries()) expect(response).toMatchObject(Object(changes[index]));
  const current = await callOk("GET", path);
  for (const change of changes) expect(current).toMatchObject(change);
  expect(responses).toContainEqual(current);
  expect(await callOk("GET", list)).toEqual([current]);
});

it("concurrent changes of a pipeline's status leave the state of one of their responses, also in the list", async () => {
  const responses = await Promise.all(
    ["paused", "active", "paused", "active"].map((status) => call("PATCH", path, { status })),
  );
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const current = await callOk("GET", path);
  expect(responses.map(({ json }) => json)).toContainEqual(current);
  expect(await callOk("GET", list)).toEqual([current]);
});

it("a deleted pipeline is not in its brand's list, and its runs and posts stay readable", async () => {
  const { pip, run, pst } = fixtures.ids;
  expect((await call("DELETE", path)).status).toBe(204);
  for (const method of ["GET", "DELETE"]) expect(errorFaults(await call(method, path), 404)).toEqual([]);
  expect(errorFaults(await call("PATCH", path, { name: "Other" }), 404)).toEqual([]);
  expect(errorFaults(await call("POST", `${path}/runs`), 404)).toEqual([]);
  expect(await callOk("GET", list)).toEqual([]);
  expect(await callOk("GET", `/v1/runs/${run}`)).toMatchObject({ runId: run, pipelineId: pip });
  expect(at(await callOk("GET", `${path}/runs`), "data", 0, "runId")).toBe(run);
  expect(await callOk("GET", `/v1/posts/${pst}`)).toMatchObject({ pipelineId: pip });
});

it("a pipeline that is changed and deleted at the same time is gone, also from the list", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = Object(await callOk("POST", list, { ...aNewPipeline, status: "active" }));
    const own = `/v1/pipelines/${id}`;
    const [changed, deleted] = await Promise.all([
      call("PATCH", own, { name: "Other", schedule: "0 9 * * *" }),
      call("DELETE", own),
    ]);
    expect(deleted.status).toBe(204);
    expect([200, 404]).toContain(changed.status);
    expect((await call("GET", own)).status).toBe(404);
    expect(JSON.stringify(await callOk("GET", list))).not.toContain(id);
  }
});

it("the runs of a pipeline are paged in both orders with every field, and their cursor works with no other list", async () => {
  const { organizationId, ids } = fixtures;
  const table = tableAt(provided("service").database);
  const later = Array.from({ length: 4 }, () => aRun(organizationId, ids.pip, ids.brd));
  for (const one of later) await insertRun(table, one, []);
  const otherPipeline = Object(await callOk("POST", list, aNewPipeline));
  const inOrder = [ids.run, ...later.map(({ runId }) => runId)];
  for (const order of ["asc", "desc"]) {
    const listed: string[] = [];
    let next = "";
    do {
      const page = Object(await callOk("GET", `${path}/runs?order=${order}&limit=2${next}`));
      listed.push(...page.data.map(({ runId }: { runId: string }) => runId));
      next = page.nextCursor === null ? "" : `&cursor=${page.nextCursor}`;
      if (next === "") break;
      for (const other of [
        `${path}/runs?order=${order === "asc" ? "desc" : "asc"}${next}`,
        `/v1/pipelines/${otherPipeline.id}/runs?order=${order}${next}`,
      ])
        expect(fieldsOf(await call("GET", other))).toEqual(["cursor"]);
    } while (next !== "");
    expect(listed).toEqual(order === "asc" ? inOrder : inOrder.toReversed());
  }
  const [newest] = Object(await callOk("GET", `${path}/runs`)).data;
  expect(newest).toEqual(await callOk("GET", `/v1/runs/${inOrder.at(-1)}`));
  expect(Object.keys(newest).toSorted()).toEqual([
    "brandId",
    "createdAt",
    "error",
    "finishedAt",
    "outputs",
    "pipelineId",
    "runId",
    "stages",
    "startedAt",
    "status",
    "trigger",
    "usage",
  ]);
  expect(await callOk("GET", `/v1/pipelines/${otherPipeline.id}/runs`)).toEqual({
    data: [],
    nextCursor: null,
  });
});
