import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { runMessage } from "../../functions/domain/run.ts";
import { minuteMs } from "../../functions/domain/time.ts";
import { organizationPermitKey } from "../../functions/table/keys.ts";
import { setLimits } from "../../functions/table/organizations.ts";
import { acquirePermit, releasePermit } from "../../functions/table/permits.ts";
import { insertPipeline } from "../../functions/table/pipelines.ts";
import { insertRun, readRun } from "../../functions/table/runs.ts";
import { readPartition } from "../../functions/table/store/read.ts";
import { serveFeed } from "../../lib/demo/feed-server.ts";
import { aBrand, aPipeline, aRun, newId } from "../support/table/entities.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { testTable } from "../support/table/table.ts";
import { type Queues, startQueues } from "../support/workers/queues.ts";
import { invokeWorker, stubWorkerEnvironment } from "../support/workers/worker.ts";

const table = testTable();
let queues: Queues;
let execute: (message: OutgoingMessage) => Promise<number>;

beforeAll(async () => {
  stubWorkerEnvironment();
  queues = await startQueues(["runs"]);
  const { handler } = await import("../../functions/workers/run-pipeline.ts");
  execute = (message) => invokeWorker(handler, [message]);
});
afterAll(async () => {
  await queues.stop();
  vi.unstubAllEnvs();
});

it("a run waits in status queued while its organization has as many runs as it may, and is executed later", async () => {
  const { url, close } = await serveFeed();
  onTestFinished(close);
  const brand = aBrand(newId("org"));
  const { organizationId } = brand;
  await storeBrand(table, brand);
  const pipeline = { ...aPipeline(organizationId, brand.id), sources: [{ type: "feed" as const, url }] };
  await insertPipeline(table, pipeline);
  await setLimits(table, organizationId, { runsAtOnce: 1 }, "");
  const run = aRun(organizationId, pipeline.id, brand.id);
  await insertRun(table, run, []);

  const scope = { organizationId, queue: "runs" as const };
  const other = { leaseToken: "another run", nowMs: Date.now(), untilMs: Date.now() + minuteMs };
  const permit = await acquirePermit(table, scope, { permits: 1, ...other });
  expect(permit).toBe(0);
  expect(await execute(runMessage(run))).toBe(0);
  expect(await readRun(table, organizationId, run.runId)).toMatchObject({ status: "queued" });
  expect(await queues.delayedCount("runs")).toBe(1);

  await releasePermit(table, scope, { permit: 0, leaseToken: other.leaseToken });
  expect(await execute(runMessage(run))).toBe(0);
  expect(await readRun(table, organizationId, run.runId)).toMatchObject({ status: "succeeded" });
  expect(await readPartition(table, organizationPermitKey(organizationId, "runs", 0).pk)).toEqual([]);
});
