import { beforeEach, expect, it } from "vitest";
import type { Brand } from "../../functions/domain/brand.ts";
import { changeBrand, withSchedulesRestart } from "../../functions/domain/brand.ts";
import type { OutgoingMessage, QueueMessages, Tick } from "../../functions/domain/message.ts";
import { changePipeline, type Pipeline, replanFromMs } from "../../functions/domain/pipeline.ts";
import { planned } from "../../functions/pipeline/next-tick.ts";
import { handleTick, restartSchedules } from "../../functions/pipeline/ticks.ts";
import { replaceBrand } from "../../functions/table/brands.ts";
import {
  deletePipeline,
  insertPipeline,
  readPipeline,
  replacePipeline,
} from "../../functions/table/pipelines.ts";
import { pageOfRuns } from "../../functions/table/run-lists.ts";
import { aBrand, aPipeline, newId, testTimeMs } from "../support/table/entities.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";

const table = testTable();
const effects = { table, nowMs: () => testTimeMs, newId };

type TickMessage = Extract<QueueMessages["runs"], { kind: "schedule.tick" }>;

let brand: Brand;
let pipeline: Pipeline;
beforeEach(async () => {
  brand = aBrand(newId("org"));
  await storeBrand(table, brand);
  const opened = { ...aPipeline(brand.organizationId, brand.id), schedule: "0 9 * * *" };
  pipeline = await planned(opened, table, testTimeMs);
  await insertPipeline(table, pipeline);
});

const storedPipeline = () => readPipeline(table, pipeline.organizationId, pipeline.id);

/** Every requested tick, in the order of the requests. */
async function requestedTicks(): Promise<TickMessage[]> {
  const messages: OutgoingMessage[] = (await everyOutboxItem(table))
    .toSorted((one, other) => (one.sk < other.sk ? -1 : 1))
    .flatMap((item) => item.messages);
  return messages.flatMap(({ body }) =>
    body.kind === "schedule.tick" && body.pipelineId === pipeline.id ? [body] : [],
  );
}

const times = async () => (await requestedTicks()).map(({ tick }) => tick.at);

const runs = async () => {
  const page = { order: "asc", limit: 100, after: null } as const;
  return (await pageOfRuns(table, pipeline.organizationId, { pipelineId: pipeline.id }, page, testTimeMs))
    .rows;
};

async function change(given: Partial<Pipeline>): Promise<void> {
  const known = await storedPipeline();
  if (known === null) throw new Error("the pipeline is not stored");
  const changed = await planned(changePipeline(known, given, testTimeMs), table, testTimeMs);
  expect(await replacePipeline(table, known, changed)).toBe(true);
}

/** Handles every requested tick twice. */
async function handleAllTicks(): Promise<void> {
  for (const message of await requestedTicks()) {
    await handleTick(message, effects);
    await handleTick(message, effects);
  }
}

const tomorrow = "2026-11-22T08:00:00.000Z";
const dayAfter = "2026-11-23T08:00:00.000Z";

it("a tick queues one run and requests the next tick once, however often and by however many workers it is handled", async () => {
  const [message] = await requestedTicks();
  if (message === undefined) throw new Error("no tick");
  await Promise.all(Array.from({ length: 5 }, () => handleTick(message, effects)));
  await handleTick(message, effects);
  expect(await runs()).toMatchObject([{ trigger: "schedule", status: "queued" }]);
  expect(await times()).toEqual([tomorrow, dayAfter]);
  expect((await storedPipeline())?.updatedAt).toBe(pipeline.updatedAt);
});

it("a tick of a schedule that was changed since queues nothing, and the tick of the new schedule queues its run", async () => {
  await change({ schedule: "0 10 * * *" });
  await handleAllTicks();
  expect(await runs()).toHaveLength(1);
  expect(await times()).toEqual([tomorrow, "2026-11-22T09:00:00.000Z", "2026-11-23T09:00:00.000Z"]);
});

it("a tick queues nothing while the pipeline is paused, and one run when it was paused and activated", async () => {
  await change({ status: "paused" });
  await handleAllTicks();
  expect(await runs()).toHaveLength(0);
  await change({ status: "active" });
  expect(await times()).toEqual([tomorrow, tomorrow]);
  await handleAllTicks();
  expect(await runs()).toHaveLength(1);
  expect(await times()).toEqual([tomorrow, tomorrow, dayAfter]);
});

it("a tick queues nothing when its pipeline has no schedule or is deleted", async () => {
  await change({ schedule: null });
  await handleAllTicks();
  await change({ schedule: "0 9 * * *" });
  const known = await storedPipeline();
  if (known === null) throw new Error("the pipeline is not stored");
  await deletePipeline(table, known);
  await handleAllTicks();
  expect(await runs()).toEqual([]);
});

it("a pipeline that waits for another tick since it was read is not deleted, so that no tick is left behind", async () => {
  const known = await storedPipeline();
  if (known === null) throw new Error("the pipeline is not stored");
  await change({ schedule: "0 10 * * *" });
  expect(await deletePipeline(table, known)).toBe(false);
  expect(await storedPipeline()).not.toBeNull();
});

it("a change of a pipeline requests no tick unless it changes the schedule or the status", async () => {
  const known = await storedPipeline();
  if (known === null) throw new Error("the pipeline is not stored");
  await replacePipeline(table, known, changePipeline(known, { name: "Other" }, testTimeMs));
  expect(await times()).toEqual([tomorrow]);
  await handleAllTicks();
  expect(await runs()).toHaveLength(1);
});

it("either a tick or a change at the same moment succeeds, and the schedule continues with one next tick", async () => {
  for (let round = 0; round < 5; round += 1) {
    const known = await storedPipeline();
    const last = (await requestedTicks()).at(-1);
    if (known === null || last === undefined) throw new Error("the pipeline is not stored");
    const given = { schedule: round % 2 === 0 ? "30 9 * * *" : "0 9 * * *" };
    const changed = await planned(changePipeline(known, given, testTimeMs), table, testTimeMs);
    const before = (await runs()).length;
    const [isChanged] = await Promise.all([
      replacePipeline(table, known, changed),
      handleTick(last, effects),
    ]);
    expect((await runs()).length - before).toBe(isChanged ? 0 : 1);
    const nextTick: Tick | null | undefined = (await storedPipeline())?.nextTick;
    expect((await requestedTicks()).at(-1)?.tick).toEqual(nextTick);
  }
});

/** Makes a change of the pipeline that changes no field, as its endpoint does. Returns whether it requested a tick. */
async function touch(nowMs: number): Promise<boolean> {
  const known = await storedPipeline();
  if (known === null) throw new Error("the pipeline is not stored");
  const changed = changePipeline(known, {}, nowMs);
  const fromMs = replanFromMs(known, changed, nowMs);
  if (fromMs === null) return false;
  return replacePipeline(table, known, await planned(changed, table, fromMs));
}

const dueMs = Date.parse(tomorrow);

it("a lost tick is requested again by any change more than one hour after it, and queues one run however often it comes", async () => {
  for (const nowMs of [testTimeMs, dueMs, dueMs + 3_600_000]) expect(await touch(nowMs)).toBe(false);
  expect(await touch(dueMs + 3_600_001)).toBe(true);
  expect(await touch(dueMs + 3_600_002)).toBe(true);
  expect(await times()).toEqual([tomorrow, tomorrow, tomorrow]);
  await handleAllTicks();
  expect(await runs()).toHaveLength(1);
  expect((await times()).slice(3)).toEqual([dayAfter]);
});

it("a lost tick is requested in the brand's current time zone when the restart message was lost as well", async () => {
  await moveTo("America/New_York");
  expect(await touch(dueMs + 7_200_000)).toBe(true);
  expect(await times()).toEqual([tomorrow, "2026-11-22T14:00:00.000Z"]);
});

it("a change requests no tick again for a pipeline that waits for none", async () => {
  await change({ status: "paused" });
  expect(await touch(dueMs + 7_200_000)).toBe(false);
});

const restart = () =>
  restartSchedules(
    { kind: "schedules.restart", organizationId: brand.organizationId, brandId: brand.id },
    effects,
  );
async function moveTo(timezone: string): Promise<void> {
  const changed = changeBrand(brand, { timezone }, testTimeMs);
  expect(await replaceBrand(table, brand, changed, [])).toBe(true);
  brand = changed;
}

it("a change of the brand's time zone moves the next tick once, however often its message comes", async () => {
  await moveTo("America/New_York");
  await restart();
  await restart();
  expect(await times()).toEqual([tomorrow, "2026-11-21T14:00:00.000Z"]);
  await handleAllTicks();
  expect(await runs()).toHaveLength(1);
  expect((await times()).slice(2)).toEqual(["2026-11-22T14:00:00.000Z"]);
});

it("a change of the brand's time zone makes the ticks of the old zone stale at once, before the restart", async () => {
  await moveTo("America/New_York");
  await handleAllTicks();
  expect(await runs()).toEqual([]);
  await restart();
  await handleAllTicks();
  expect(await runs()).toHaveLength(1);
});

it("a pipeline planned in the old time zone meanwhile is not stored", async () => {
  const other = await planned({ ...pipeline, id: newId("pip") }, table, testTimeMs);
  const known = await storedPipeline();
  if (known === null) throw new Error("the pipeline is not stored");
  const given = { schedule: "0 7 * * *" };
  const changed = await planned(changePipeline(known, given, testTimeMs), table, testTimeMs);
  await moveTo("Asia/Tokyo");
  await restart();
  expect(await insertPipeline(table, other)).toBe(false);
  expect(await replacePipeline(table, known, changed)).toBe(false);
  // Also when the restart had nothing to move.
  await change({ status: "paused" });
  const paused = await storedPipeline();
  if (paused === null) throw new Error("the pipeline is not stored");
  const activated = await planned(
    changePipeline(paused, { status: "active" }, testTimeMs),
    table,
    testTimeMs,
  );
  await moveTo("Europe/Zurich");
  await restart();
  expect(await replacePipeline(table, paused, activated)).toBe(false);
});

it("a change of the time zone that relies on a restart is not stored once that restart has begun", async () => {
  const first = withSchedulesRestart(changeBrand(brand, { timezone: "Asia/Tokyo" }, testTimeMs), testTimeMs);
  expect(await replaceBrand(table, brand, first.brand, first.messages)).toBe(true);
  const changed = changeBrand(first.brand, { timezone: "America/New_York" }, testTimeMs);
  const second = withSchedulesRestart(changed, testTimeMs);
  expect(second.messages).toEqual([]);
  await restart();
  expect(await replaceBrand(table, first.brand, second.brand, second.messages)).toBe(false);
});
