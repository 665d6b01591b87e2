import { expect, it } from "vitest";
import { changePipeline, openPipeline } from "../../functions/domain/pipeline.ts";
import { aPipeline, newId, testTimeMs } from "../support/table/entities.ts";

const pipeline = aPipeline(newId("org"), newId("brd"));
const twoChannels = { ...pipeline, channels: ["feed" as const, "feed" as const] };
const problem = {
  code: "validation_error",
  fields: [{ field: "postsPerRun", reason: "times the number of channels must be at most 90" }],
};

it("a pipeline is created only if its posts per run times its channels is at most 90", () => {
  expect(openPipeline({ ...twoChannels, postsPerRun: 45 }, testTimeMs).postsPerRun).toBe(45);
  expect(() => openPipeline({ ...twoChannels, postsPerRun: 46 }, testTimeMs)).toThrow(
    expect.objectContaining(problem),
  );
});

it("a pipeline is changed only if its posts per run times its channels stays at most 90, whichever of both changes", () => {
  expect(changePipeline(twoChannels, { postsPerRun: 45 }, testTimeMs).postsPerRun).toBe(45);
  expect(() => changePipeline(twoChannels, { postsPerRun: 46 }, testTimeMs)).toThrow(
    expect.objectContaining(problem),
  );
  const { channels } = twoChannels;
  expect(() => changePipeline({ ...pipeline, postsPerRun: 50 }, { channels }, testTimeMs)).toThrow(
    expect.objectContaining(problem),
  );
});
