import { expect, it } from "vitest";
import { pageOfPosts } from "../../functions/table/post-pages.ts";
import {
  completeRun,
  failRun,
  insertRun,
  leaseRun,
  readRun,
  releaseRun,
} from "../../functions/table/runs.ts";
import { aPost, aRun, newId, testTimeMs } from "../support/table/entities.ts";
import { testTable } from "../support/table/table.ts";

const table = testTable();
const lease = (leaseToken: string, nowMs = testTimeMs) => ({ leaseToken, nowMs, untilMs: nowMs + 1_000 });
const all = { statuses: undefined, brandId: undefined, sort: "createdAt" } as const;
const page = { order: "desc", limit: 100, after: null } as const;

async function aStoredRun() {
  const run = aRun(newId("org"));
  await insertRun(table, run, []);
  return run;
}

it("only one worker at a time can lease a run", async () => {
  const run = await aStoredRun();
  const leases = await Promise.all(
    ["one", "two", "three"].map((leaseToken) => leaseRun(table, run, lease(leaseToken))),
  );
  expect(leases.map(({ outcome }) => outcome).toSorted()).toEqual(["busy", "busy", "leased"]);
});

it("another worker can lease a run when the lease of a dead worker has expired, and the dead worker can no longer complete it", async () => {
  const run = await aStoredRun();
  await leaseRun(table, run, lease("one"));
  expect(await leaseRun(table, run, lease("two", testTimeMs + 2_000))).toMatchObject({ outcome: "leased" });
  const completion = { posts: [], stages: [], nowMs: testTimeMs, messages: [] };
  await expect(completeRun(table, run, "one", completion)).rejects.toThrow("condition");
  await completeRun(table, run, "two", completion);
  expect(await readRun(table, run.organizationId, run.runId)).toMatchObject({ status: "succeeded" });
});

it("a run can be leased again at once when its worker has released it", async () => {
  const run = await aStoredRun();
  await leaseRun(table, run, lease("one"));
  await releaseRun(table, run, "one");
  expect(await leaseRun(table, run, lease("two"))).toMatchObject({ outcome: "leased" });
});

it("a run's posts and its success become visible together", async () => {
  const run = await aStoredRun();
  await leaseRun(table, run, lease("one"));
  const posts = Array.from({ length: 50 }, () => aPost(run.organizationId, { runId: run.runId }));
  expect((await pageOfPosts(table, run.organizationId, all, page)).rows).toEqual([]);
  await completeRun(table, run, "one", { posts, stages: [], nowMs: testTimeMs, messages: [] });
  const { outputs = [] } = (await readRun(table, run.organizationId, run.runId)) ?? {};
  const { rows } = await pageOfPosts(table, run.organizationId, all, page);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(outputs.toSorted());
  expect(outputs).toHaveLength(50);
});

it("a worker whose run another worker has taken over cannot fail the run", async () => {
  const run = await aStoredRun();
  await leaseRun(table, run, lease("one"));
  await leaseRun(table, run, lease("two", testTimeMs + 2_000));
  const error = { code: "timed_out", message: "late" };
  const failure = { error, nowMs: testTimeMs, messages: [], leaseToken: "one" };
  await expect(failRun(table, run, failure)).rejects.toThrow("condition");
  expect((await readRun(table, run.organizationId, run.runId))?.status).toBe("running");
});

it("a run ends once: a failure after a success changes nothing", async () => {
  const run = await aStoredRun();
  await leaseRun(table, run, lease("one"));
  await completeRun(table, run, "one", { posts: [], stages: [], nowMs: testTimeMs, messages: [] });
  const error = { code: "worker_failed", message: "late" };
  expect(await failRun(table, run, { error, nowMs: testTimeMs, messages: [] })).toBe(false);
  expect(await leaseRun(table, run, lease("two", testTimeMs + 9_000))).toMatchObject({ outcome: "done" });
});
