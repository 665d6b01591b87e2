import { expect, it } from "vitest";
import { changeBrand } from "../../functions/domain/brand.ts";
import { changePipeline, pipelineStatuses } from "../../functions/domain/pipeline.ts";
import { isoTime } from "../../functions/domain/time.ts";
import { aBrand, aPipeline, newId, testTimeMs } from "../support/table/entities.ts";

const pipeline = aPipeline(newId("org"), newId("brd"));
const brand = aBrand(newId("org"));

it("the status of a pipeline changes from draft to active, and between active and paused; nothing becomes a draft", () => {
  const allowedMoves = pipelineStatuses.flatMap((from) =>
    pipelineStatuses.flatMap((to) => {
      try {
        return [
          `${from} → ${changePipeline({ ...pipeline, status: from }, { status: to }, testTimeMs).status}`,
        ];
      } catch (error) {
        expect(error).toMatchObject({ code: "unprocessable" });
        return [];
      }
    }),
  );
  const unchanged = pipelineStatuses.map((status) => `${status} → ${status}`);
  const moves = ["draft → active", "active → paused", "paused → active"];
  expect(allowedMoves.toSorted()).toEqual([...unchanged, ...moves].toSorted());
});

it("the error of a rejected status change names the required status", () => {
  const active = { ...pipeline, status: "active" as const };
  const draft = { ...pipeline, status: "draft" as const };
  expect(() => changePipeline(draft, { status: "paused" }, testTimeMs)).toThrow(
    "A pipeline in status draft cannot be paused: it must be active.",
  );
  expect(() => changePipeline(active, { status: "draft" }, testTimeMs)).toThrow(
    "cannot become a draft again",
  );
});

it("a change of a pipeline replaces the given fields only, and removes a schedule with null", () => {
  const { updatedAt: _, ...before } = { ...pipeline, schedule: "0 9 * * *" };
  for (const given of [{ name: "Other" }, { topics: [] }, { schedule: null }, { postsPerRun: 1 }]) {
    const { updatedAt: __, ...after } = changePipeline({ ...pipeline, ...before }, given, testTimeMs);
    expect(after).toEqual({ ...before, ...given });
  }
});

it("a change of a brand's settings replaces the given keys, also with null, and keeps the others", () => {
  const { settings } = brand;
  const first = changeBrand(brand, { settings: { voice: "plain", utm: { utm_source: "a" } } }, testTimeMs);
  expect(first.settings).toEqual({ ...settings, voice: "plain", utm: { utm_source: "a" } });
  const second = changeBrand(first, { settings: { voice: null, utm: { utm_medium: "b" } } }, testTimeMs);
  expect(second.settings).toEqual({ ...settings, voice: null, utm: { utm_medium: "b" } });
});

it("a change has a later time than the one before it, also within a millisecond", () => {
  const once = changePipeline(pipeline, { name: "a" }, testTimeMs);
  const twice = changePipeline(once, { name: "b" }, testTimeMs);
  expect([once.updatedAt, twice.updatedAt]).toEqual([isoTime(testTimeMs + 1), isoTime(testTimeMs + 2)]);
});
