import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { type PipelineStatus, pipelineStatuses } from "../../functions/domain/pipeline.ts";
import { type RunStatus, runStatuses } from "../../functions/domain/run.ts";
import { pageOfPipelines } from "../../functions/table/pipeline-list.ts";
import { insertPipeline, replacePipeline } from "../../functions/table/pipelines.ts";
import { pageOfRuns } from "../../functions/table/run-lists.ts";
import { completeRun, failRun, insertRun, leaseRun } from "../../functions/table/runs.ts";
import type { Order } from "../../functions/table/store/list.ts";
import { aBrand, aPipeline, aRun, newId, testTimeMs } from "../support/table/entities.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { testTable } from "../support/table/table.ts";

const table = testTable();
const organizationId = newId("org");
const brandIds: string[] = [];
const pipelines: { id: string; brandId: string; status: PipelineStatus }[] = [];
const runs: { id: string; brandId: string; pipelineId: string; status: RunStatus }[] = [];

beforeAll(async () => {
  for (let index = 0; index < 2; index += 1) {
    const brand = aBrand(organizationId);
    await storeBrand(table, brand);
    brandIds.push(brand.id);
  }
  for (let index = 0; index < 9; index += 1) {
    const pipeline = { ...aPipeline(organizationId, brandIds[index % 2] ?? ""), status: "draft" as const };
    await insertPipeline(table, pipeline);
    const status = pipelineStatuses[index % 3] ?? "draft";
    if (status !== "draft") await replacePipeline(table, pipeline, { ...pipeline, status });
    pipelines.push({ id: pipeline.id, brandId: pipeline.brandId, status });
  }
  for (let index = 0; index < 25; index += 1) {
    const { id: pipelineId, brandId } = pipelines[index % 4] ?? { id: "", brandId: "" };
    const run = aRun(organizationId, pipelineId, brandId);
    await insertRun(table, run, []);
    const status = runStatuses[index % 4] ?? "queued";
    const end = { nowMs: testTimeMs, messages: [] };
    if (status !== "queued")
      await leaseRun(table, run, { leaseToken: "t", nowMs: testTimeMs, untilMs: testTimeMs + 1 });
    if (status === "succeeded") await completeRun(table, run, "t", { ...end, posts: [], stages: [] });
    if (status === "failed") await failRun(table, run, { ...end, error: { code: "x", message: "x" } });
    runs.push({ id: run.runId, brandId, pipelineId, status });
  }
});

interface Paging {
  order: Order;
  limit: number;
}

const paging = fc.record({
  order: fc.constantFrom<Order>("asc", "desc"),
  limit: fc.integer({ min: 1, max: 30 }),
});

async function walk(
  { order, limit }: Paging,
  pageAfter: (page: Paging & { after: string | null }) => Promise<{ ids: string[]; next: string | null }>,
): Promise<string[]> {
  const walked: string[] = [];
  let after: string | null = null;
  do {
    const page: { ids: string[]; next: string | null } = await pageAfter({ order, limit, after });
    expect(page.ids.length).toBeLessThanOrEqual(limit);
    walked.push(...page.ids);
    after = page.next;
  } while (after !== null);
  return walked;
}

it("a walk through an organization's runs returns each run that a filter selects once, in order", async () => {
  const filters = fc.record({
    brandId: fc.constantFrom(undefined, ...brandIds, newId("brd")),
    pipelineId: fc.constantFrom(undefined, ...pipelines.slice(0, 5).map(({ id }) => id), newId("pip")),
    statuses: fc.option(fc.subarray([...runStatuses], { minLength: 1 }), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(filters, paging, async (filter, given) => {
      const { brandId, pipelineId, statuses } = filter;
      const expected = runs
        .filter((run) => brandId === undefined || run.brandId === brandId)
        .filter((run) => pipelineId === undefined || run.pipelineId === pipelineId)
        .filter((run) => statuses === undefined || statuses.includes(run.status))
        .map(({ id }) => id);
      const walked = await walk(given, async (page) => {
        const { rows, next } = await pageOfRuns(table, organizationId, filter, page, testTimeMs);
        return { ids: rows.map(({ runId }) => runId), next };
      });
      expect(walked).toEqual(given.order === "asc" ? expected : expected.toReversed());
    }),
    { numRuns: 60 },
  );
});

it("a walk through an organization's pipelines returns each pipeline that a filter selects once, in order", async () => {
  const filters = fc.record({
    brandId: fc.constantFrom(undefined, ...brandIds, newId("brd")),
    statuses: fc.option(fc.subarray([...pipelineStatuses], { minLength: 1 }), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(filters, paging, async (filter, given) => {
      const { brandId, statuses } = filter;
      const expected = pipelines
        .filter((pipeline) => brandId === undefined || pipeline.brandId === brandId)
        .filter((pipeline) => statuses === undefined || statuses.includes(pipeline.status))
        .map(({ id }) => id);
      const walked = await walk(given, async (page) => {
        const { rows, next } = await pageOfPipelines(table, organizationId, filter, page);
        return { ids: rows.map(({ id }) => id), next };
      });
      expect(walked).toEqual(given.order === "asc" ? expected : expected.toReversed());
    }),
    { numRuns: 40 },
  );
});
