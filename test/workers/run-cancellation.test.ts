import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { runMessage, startsMax } from "../../functions/domain/run.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import { checkpointKey, organizationPermitKey } from "../../functions/table/keys.ts";
import { insertPipeline } from "../../functions/table/pipelines.ts";
import { insertRun, leaseRun, readRun } from "../../functions/table/runs.ts";
import { readPartition } from "../../functions/table/store/read.ts";
import type * as Admin from "../../functions/workers/admin.ts";
import { serveFeed } from "../../lib/demo/feed-server.ts";
import { listen } from "../../lib/demo/listen.ts";
import { textAt } from "../../lib/emulator/json.ts";
import { type Fault, type FaultRule, startFaultProxy } from "../support/faults/fault-proxy.ts";
import { provided } from "../support/setup/provided.ts";
import { aBrand, aPipeline, aRun } from "../support/table/entities.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";
import { callHandler } from "../support/workers/call-handler.ts";
import { invokeWorker, stubWorkerEnvironment } from "../support/workers/worker.ts";

const table = testTable();
const noFault: Fault = { kind: "none" };
let rule: FaultRule = () => noFault;
let feed: { url: string; close: () => void };
let execute: (message: OutgoingMessage) => Promise<number>;
let owner: { organizationId: string; key: string };

beforeAll(async () => {
  stubWorkerEnvironment();
  const { endpoint } = provided("database");
  const { dynamodb } = await startFaultProxy({ dynamodb: endpoint }, () => rule);
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", dynamodb);
  feed = await serveFeed();
  const { handler } = await import("../../functions/workers/run-pipeline.ts");
  execute = (message) => invokeWorker(handler, [message]);
});
afterAll(() => {
  feed.close();
  vi.unstubAllEnvs();
});
beforeEach(async () => {
  rule = () => noFault;
  const { handler } = await import("../../functions/workers/admin.ts");
  const { organizationId, keys } = trusted<
    Extract<Awaited<ReturnType<typeof Admin.handler>>, { keys: object }>
  >(await handler({ action: "create-org", name: "Acme" }));
  owner = { organizationId, key: keys.write };
});

async function aStoredRun(url = feed.url) {
  const { organizationId } = owner;
  const brand = aBrand(organizationId);
  await storeBrand(table, brand);
  const pipeline = { ...aPipeline(organizationId, brand.id), sources: [{ type: "feed" as const, url }] };
  await insertPipeline(table, pipeline);
  const run = aRun(organizationId, pipeline.id, brand.id);
  await insertRun(table, run, []);
  return run;
}

const cancel = (runId: string) =>
  callHandler("cancel-run", owner.key, { id: runId }).then(
    () => "cancelled",
    (error: unknown) => String(error),
  );

const stored = (runId: string) => readRun(table, owner.organizationId, runId);

/** Returns the statuses with which the organization's runs have ended, as their events say. */
async function endings(): Promise<string[]> {
  return (await everyOutboxItem(table))
    .flatMap(({ messages }) => messages.map(({ body }) => body))
    .flatMap((body) =>
      body.kind === "event.fan-out" &&
      body.organizationId === owner.organizationId &&
      body.event.type === "pipeline.run.completed"
        ? [textAt(JSON.parse(JSON.stringify(body.event.data)), "status") ?? ""]
        : [],
    );
}

const permits = () => readPartition(table, organizationPermitKey(owner.organizationId, "runs", 0).pk);

it("a queued run that is cancelled is never executed", async () => {
  const run = await aStoredRun();
  expect(await cancel(run.runId)).toBe("cancelled");
  expect(await execute(runMessage(run))).toBe(0);
  expect(await stored(run.runId)).toMatchObject({
    status: "failed",
    error: { code: "cancelled" },
    outputs: [],
    startedAt: null,
  });
  expect(await cancel(run.runId)).toContain("cannot be cancelled");
  expect(await endings()).toEqual(["failed"]);
});

it("a run that is cancelled while its worker reads the sources stores nothing more, and releases its permit", async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    asked.resolve();
    void answer.promise
      .then(() => fetch(feed.url))
      .then((upstream) => upstream.text())
      .then((text) => response.end(text));
    request.resume();
  });
  const port = await listen(server);
  onTestFinished(() => void server.close());
  const run = await aStoredRun(`http://127.0.0.1:${port}/feed.xml`);
  const executing = execute(runMessage(run));
  await asked.promise;
  expect(await permits()).toHaveLength(1);
  expect(await cancel(run.runId)).toBe("cancelled");
  answer.resolve();
  expect(await executing).toBe(0);
  const ended = await stored(run.runId);
  expect(ended).toMatchObject({ status: "failed", error: { code: "cancelled" }, outputs: [] });
  expect(ended).not.toHaveProperty("checkpoints");
  expect(await readPartition(table, checkpointKey(owner.organizationId, run.runId, "", 0).pk)).toEqual([]);
  expect(await permits()).toEqual([]);
  expect(await endings()).toEqual(["failed"]);
});

it.each(["before", "after"] as const)(
  "when a run is cancelled directly %s its completion, the first of the two is stored, and one event is sent",
  async (when) => {
    const run = await aStoredRun();
    let outcome = "";
    rule = ({ action, body }) => {
      const isCompletion = action === "TransactWriteItems" && JSON.stringify(body).includes("succeeded");
      if (!isCompletion || outcome !== "") return noFault;
      outcome = "begun";
      return {
        kind: "hook",
        [when]: async () => {
          outcome = await cancel(run.runId);
        },
      };
    };
    expect(await execute(runMessage(run))).toBe(0);
    const won = when === "before";
    expect(outcome).toContain(won ? "cancelled" : "cannot be cancelled");
    const ended = await stored(run.runId);
    expect(ended?.status).toBe(won ? "failed" : "succeeded");
    expect(ended?.outputs.length).toBe(won ? 0 : 5);
    expect(await endings()).toEqual([won ? "failed" : "succeeded"]);
    expect(await permits()).toEqual([]);
  },
);

it("a run that is cancelled at any moment ends once", async () => {
  const runs = await Promise.all(Array.from({ length: 4 }, () => aStoredRun()));
  for (const [nth, run] of runs.entries()) {
    let count = 0;
    let cancelling: Promise<string> | undefined;
    // Between two calls of the worker, later with each run.
    rule = () => {
      count += 1;
      if (count === 4 + nth * 4) cancelling = cancel(run.runId);
      return noFault;
    };
    expect(await execute(runMessage(run))).toBe(0);
    const outcome = await cancelling;
    const ended = await stored(run.runId);
    expect(ended?.status).toBe(outcome === "cancelled" ? "failed" : "succeeded");
    expect(ended?.outputs.length).toBe(outcome === "cancelled" ? 0 : 5);
  }
  expect(await endings()).toHaveLength(runs.length);
  expect(await permits()).toEqual([]);
});

it("a run during which three workers died fails with a readable error instead of being tried again", async () => {
  const run = await aStoredRun();
  for (let start = 0; start < startsMax; start += 1) {
    const lease = { leaseToken: `dead ${start}`, nowMs: start * 10, untilMs: start * 10 + 1 };
    expect(await leaseRun(table, run, lease)).toMatchObject({ outcome: "leased" });
  }
  expect(await execute(runMessage(run))).toBe(0);
  const ended = await stored(run.runId);
  expect(ended).toMatchObject({ status: "failed", error: { code: "worker_failed" } });
  expect(ended?.error?.message).toContain("started 3 times");
  expect(await endings()).toEqual(["failed"]);
});

it("a worker that fails without dying does not count as dead", async () => {
  const run = await aStoredRun();
  rule = ({ action }) =>
    action === "TransactWriteItems" ? { kind: "error", status: 400, code: "ValidationException" } : noFault;
  for (let failure = 0; failure <= startsMax; failure += 1) expect(await execute(runMessage(run))).toBe(1);
  rule = () => noFault;
  expect(await execute(runMessage(run))).toBe(0);
  expect(await stored(run.runId)).toMatchObject({ status: "succeeded" });
});
