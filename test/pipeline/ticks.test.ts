import { beforeEach, describe, expect, it } from "vitest";
import type { Brand } from "../../functions/domain/brand.ts";
import { changeBrand } from "../../functions/domain/brand.ts";
import type { OutgoingMessage, QueueMessages, Tick } from "../../functions/domain/message.ts";
import { changePipeline, type Pipeline, replanFromMs } from "../../functions/domain/pipeline.ts";
import { planned } from "../../functions/pipeline/next-tick.ts";
import { handleTick, restartSchedules } from "../../functions/pipeline/ticks.ts";
import { insertBrand, replaceBrand } from "../../functions/table/brands.ts";
import {
  deletePipeline,
  insertPipeline,
  readPipeline,
  replacePipeline,
} from "../../functions/table/pipelines.ts";
import { pageOfRuns } from "../../functions/table/runs.ts";
import { aBrand, aPipeline, newId, testTimeMs } from "../support/table/entities.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";

const table = testTable();
const effects = { table, nowMs: () => testTimeMs, newId };

type TickMessage = Extract<QueueMessages["runs"], { kind: "schedule.tick" }>;

let brand: Brand;
let pipeline: Pipeline;
beforeEach(async () => {
  brand = aBrand(newId("org"));
  await insertBrand(table, brand);
  const opened = { ...aPipeline(brand.organizationId, brand.id), schedule: "0 9 * * *" };
  pipeline = await planned(opened, table, testTimeMs);
  await insertPipeline(table, pipeline);
});

const stored = () => readPipeline(table, pipeline.organizationId, pipeline.id);

/** Every tick that was called for, in the order of the calls. */
async function calledFor(): Promise<TickMessage[]> {
  const messages: OutgoingMessage[] = (await everyOutboxItem(table))
    .toSorted((one, other) => (one.sk < other.sk ? -1 : 1))
    .flatMap((intent) => intent.messages);
  return messages.flatMap(({ body }) =>
    body.kind === "schedule.tick" && body.pipelineId === pipeline.id ? [body] : [],
  );
}

const times = async () => (await calledFor()).map(({ tick }) => tick.at);

const runs = async () => {
  const page = { order: "asc", limit: 100, after: null } as const;
  return (await pageOfRuns(table, pipeline.organizationId, pipeline.id, page)).rows;
};

async function change(given: Partial<Pipeline>): Promise<void> {
  const known = await stored();
  if (known === null) throw new Error("the pipeline is gone");
  const changed = await planned(changePipeline(known, given, testTimeMs), table, testTimeMs);
  expect(await replacePipeline(table, known, changed)).toBe(true);
}

/** Lets every tick that was called for come, each of them twice. */
async function letAllCome(): Promise<void> {
  for (const message of await calledFor()) {
    await handleTick(message, effects);
    await handleTick(message, effects);
  }
}

const tomorrow = "2026-11-22T08:00:00.000Z";
const dayAfter = "2026-11-23T08:00:00.000Z";

describe("a scheduled time", () => {
  it("makes one run and calls for the next time once, however often and by however many it is taken", async () => {
    const [message] = await calledFor();
    if (message === undefined) throw new Error("no tick");
    await Promise.all(Array.from({ length: 5 }, () => handleTick(message, effects)));
    await handleTick(message, effects);
    expect(await runs()).toMatchObject([{ trigger: "schedule", status: "queued" }]);
    expect(await times()).toEqual([tomorrow, dayAfter]);
    expect((await stored())?.updatedAt).toBe(pipeline.updatedAt);
  });

  it("of a schedule that was changed since makes nothing; the new one's makes its run", async () => {
    await change({ schedule: "0 10 * * *" });
    await letAllCome();
    expect(await runs()).toHaveLength(1);
    expect(await times()).toEqual([tomorrow, "2026-11-22T09:00:00.000Z", "2026-11-23T09:00:00.000Z"]);
  });

  it("makes nothing while the pipeline is paused, and one run when it was paused and activated", async () => {
    await change({ status: "paused" });
    await letAllCome();
    expect(await runs()).toHaveLength(0);
    await change({ status: "active" });
    expect(await times()).toEqual([tomorrow, tomorrow]);
    await letAllCome();
    expect(await runs()).toHaveLength(1);
    expect(await times()).toEqual([tomorrow, tomorrow, dayAfter]);
  });

  it("makes nothing once its pipeline has no schedule or is deleted", async () => {
    await change({ schedule: null });
    await letAllCome();
    await change({ schedule: "0 9 * * *" });
    const known = await stored();
    if (known === null) throw new Error("the pipeline is gone");
    await deletePipeline(table, known);
    await letAllCome();
    expect(await runs()).toEqual([]);
  });

  it("is called for by no change but of schedule and status", async () => {
    const known = await stored();
    if (known === null) throw new Error("the pipeline is gone");
    await replacePipeline(table, known, changePipeline(known, { name: "Other" }, testTimeMs));
    expect(await times()).toEqual([tomorrow]);
    await letAllCome();
    expect(await runs()).toHaveLength(1);
  });

  it("wins over a change that was decided before it, or loses to it: the schedule goes on in one line", async () => {
    for (let round = 0; round < 5; round += 1) {
      const known = await stored();
      const last = (await calledFor()).at(-1);
      if (known === null || last === undefined) throw new Error("the pipeline is gone");
      const given = { schedule: round % 2 === 0 ? "30 9 * * *" : "0 9 * * *" };
      const changed = await planned(changePipeline(known, given, testTimeMs), table, testTimeMs);
      const before = (await runs()).length;
      const [won] = await Promise.all([replacePipeline(table, known, changed), handleTick(last, effects)]);
      expect((await runs()).length - before).toBe(won ? 0 : 1);
      const waitsFor: Tick | null | undefined = (await stored())?.nextTick;
      expect((await calledFor()).at(-1)?.tick).toEqual(waitsFor);
    }
  });
});

/** Any change of the pipeline, as its endpoint makes it. */
async function touch(nowMs: number): Promise<boolean> {
  const known = await stored();
  if (known === null) throw new Error("the pipeline is gone");
  const changed = changePipeline(known, {}, nowMs);
  const fromMs = replanFromMs(known, changed, nowMs);
  if (fromMs === null) return false;
  return replacePipeline(table, known, await planned(changed, table, fromMs));
}

describe("a scheduled time whose tick was lost", () => {
  const dueMs = Date.parse(tomorrow);

  it("is called for again by any change from an hour after it on, and makes its one run however many come", async () => {
    for (const nowMs of [testTimeMs, dueMs, dueMs + 3_600_000]) expect(await touch(nowMs)).toBe(false);
    expect(await touch(dueMs + 3_600_001)).toBe(true);
    expect(await touch(dueMs + 3_600_002)).toBe(true);
    expect(await times()).toEqual([tomorrow, tomorrow, tomorrow]);
    await letAllCome();
    expect(await runs()).toHaveLength(1);
    expect((await times()).slice(3)).toEqual([dayAfter]);
  });

  it("comes in the brand's present zone where the message that moves it was lost as well", async () => {
    await moveTo("America/New_York");
    expect(await touch(dueMs + 7_200_000)).toBe(true);
    expect(await times()).toEqual([tomorrow, "2026-11-22T14:00:00.000Z"]);
  });

  it("is none of a pipeline that waits for nothing", async () => {
    await change({ status: "paused" });
    expect(await touch(dueMs + 7_200_000)).toBe(false);
  });
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

describe("another time zone of the brand", () => {
  it("moves the next time, once, however often it is told", async () => {
    await moveTo("America/New_York");
    await restart();
    await restart();
    expect(await times()).toEqual([tomorrow, "2026-11-21T14:00:00.000Z"]);
    await letAllCome();
    expect(await runs()).toHaveLength(1);
    expect((await times()).slice(2)).toEqual(["2026-11-22T14:00:00.000Z"]);
  });

  it("makes the old zone's times stale at once, before they are moved", async () => {
    await moveTo("America/New_York");
    await letAllCome();
    expect(await runs()).toEqual([]);
    await restart();
    await letAllCome();
    expect(await runs()).toHaveLength(1);
  });

  it("is not missed by a pipeline that was planned in the old one meanwhile", async () => {
    const other = await planned({ ...pipeline, id: newId("pip") }, table, testTimeMs);
    const known = await stored();
    if (known === null) throw new Error("the pipeline is gone");
    const given = { schedule: "0 7 * * *" };
    const changed = await planned(changePipeline(known, given, testTimeMs), table, testTimeMs);
    await moveTo("Asia/Tokyo");
    await restart();
    expect(await insertPipeline(table, other)).toBe(false);
    expect(await replacePipeline(table, known, changed)).toBe(false);
    // Also where the restart had nothing to move.
    await change({ status: "paused" });
    const paused = await stored();
    if (paused === null) throw new Error("the pipeline is gone");
    const activated = await planned(
      changePipeline(paused, { status: "active" }, testTimeMs),
      table,
      testTimeMs,
    );
    await moveTo("Europe/Zurich");
    await restart();
    expect(await replacePipeline(table, paused, activated)).toBe(false);
  });
});
