import { pipelinesPerBrandMax } from "../domain/brand.ts";
import { notFound, unprocessable } from "../domain/errors.ts";
import type { OutgoingMessage, Tick } from "../domain/message.ts";
import { type Pipeline, tickMessage } from "../domain/pipeline.ts";
import { type Run, runMessage } from "../domain/run.ts";
import { trusted } from "../domain/trusted.ts";
import { brandKey, brandPipelineKey, brandPipelinesPartition, pipelineKey, seenItemsKey } from "./keys.ts";
import { runInsert } from "./runs.ts";
import type { Change } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { readItem, readPartition } from "./store/read.ts";
import type { Table } from "./store/table.ts";

/** A pipeline as its brand's list shows it: a copy without what is planned, which moves on without it. */
type Listed = Omit<Pipeline, "nextTick">;

const pipelinePut = (pipeline: Pipeline): Change => {
  const key = pipelineKey(pipeline.organizationId, pipeline.id);
  return { kind: "put", item: { ...pipeline, ...key } };
};

const listedPut = (pipeline: Pipeline): Change => {
  const { nextTick: _, ...listed } = pipeline;
  const key = brandPipelineKey(listed.organizationId, listed.brandId, listed.id);
  return { kind: "put", item: { ...listed, ...key } };
};

const tickMessages = (pipeline: Pipeline): OutgoingMessage[] =>
  pipeline.nextTick === null ? [] : [tickMessage(pipeline, pipeline.nextTick)];

/**
 * Stores a new pipeline, once by its own id and once in its brand's list, and counts it on the brand; its schedule
 * begins. Answers false, and writes nothing, when the brand has another time zone by now than the one it was planned in.
 * What stands under its id is this pipeline: an earlier try of the same request stored and counted it.
 * @throws not_found when the brand does not exist, unprocessable when it is full.
 */
export async function insertPipeline(table: Table, pipeline: Pipeline): Promise<boolean> {
  const { organizationId, brandId, nextTick } = pipeline;
  const zone = nextTick?.timezone;
  const changes: Change[] = [
    {
      kind: "update",
      key: brandKey(organizationId, brandId),
      update: "ADD pipelineCount :one",
      condition: `attribute_exists(pk) AND pipelineCount < :most${zone === undefined ? "" : " AND #zone = :zone"}`,
      ...(zone !== undefined && { names: { "#zone": "timezone" } }),
      values: { ":one": 1, ":most": pipelinesPerBrandMax, ...(zone !== undefined && { ":zone": zone }) },
    },
    { ...pipelinePut(pipeline), condition: "attribute_not_exists(pk)" },
    listedPut(pipeline),
  ];
  return commit(table, changes, {
    messages: tickMessages(pipeline),
    onConditionFailed({ indexes, found }) {
      if (indexes.includes(1)) return true;
      if (found === null) throw notFound("brand");
      if (zone !== undefined && found.timezone !== zone) return false;
      throw unprocessable(`A brand can have at most ${pipelinesPerBrandMax} pipelines.`);
    },
  });
}

/**
 * Stores what became of a pipeline, its brand's list included. Where it is planned anew, whatever was planned before
 * becomes stale. Answers false, and writes nothing, when the pipeline was changed, run by its schedule or deleted since
 * it was read, or its brand's time zone has changed.
 */
export async function replacePipeline(table: Table, known: Pipeline, changed: Pipeline): Promise<boolean> {
  const isPlannedAnew = changed.nextTick !== known.nextTick;
  const zone = isPlannedAnew ? changed.nextTick?.timezone : undefined;
  const changes: Change[] = [
    {
      ...pipelinePut(changed),
      condition: "updatedAt = :known AND nextTick = :tick",
      values: { ":known": known.updatedAt, ":tick": known.nextTick },
    },
    listedPut(changed),
  ];
  if (zone !== undefined) {
    changes.push({
      kind: "check",
      key: brandKey(changed.organizationId, changed.brandId),
      condition: "#zone = :zone",
      names: { "#zone": "timezone" },
      values: { ":zone": zone },
    });
  }
  return commit(table, changes, {
    messages: isPlannedAnew ? tickMessages(changed) : [],
    onConditionFailed: () => false,
  });
}

/**
 * Has a pipeline wait for another time than it waits for, and makes the run of that time where there is one. Answers
 * false, and writes nothing, when it does not wait for it any more: of all who have the same time, one makes its run.
 */
export async function replaceNextTick(
  table: Table,
  known: Pipeline,
  nextTick: Tick | null,
  run?: Run,
): Promise<boolean> {
  const changes: Change[] = [
    {
      kind: "update",
      key: pipelineKey(known.organizationId, known.id),
      update: "SET nextTick = :next",
      condition: "nextTick = :tick",
      values: { ":next": nextTick, ":tick": known.nextTick },
    },
    ...(run === undefined ? [] : [runInsert(run)]),
  ];
  const messages = [...(run === undefined ? [] : [runMessage(run)]), ...tickMessages({ ...known, nextTick })];
  return commit(table, changes, { messages, onConditionFailed: () => false });
}

/**
 * Deletes a pipeline, its place in its brand's list and its memory of what it has posted. Its runs and posts stay; its
 * ticks find nothing.
 * @throws not_found when somebody else has deleted it already
 */
export async function deletePipeline(table: Table, pipeline: Pipeline): Promise<void> {
  const { organizationId, brandId, id } = pipeline;
  const changes: Change[] = [
    { kind: "delete", key: pipelineKey(organizationId, id), condition: "attribute_exists(pk)" },
    { kind: "delete", key: brandPipelineKey(organizationId, brandId, id) },
    { kind: "delete", key: seenItemsKey(organizationId, id) },
    {
      kind: "update",
      key: brandKey(organizationId, brandId),
      update: "ADD pipelineCount :less",
      values: { ":less": -1 },
    },
  ];
  await commit(table, changes, {
    onConditionFailed() {
      throw notFound("pipeline");
    },
  });
}

export function readPipeline(
  table: Table,
  organizationId: string,
  pipelineId: string,
): Promise<Pipeline | null> {
  return readItem<Pipeline>(table, pipelineKey(organizationId, pipelineId));
}

/** All pipelines of a brand, the newest first: at most 100. */
export async function pipelinesOfBrand(
  table: Table,
  organizationId: string,
  brandId: string,
): Promise<Listed[]> {
  const items = await readPartition(table, brandPipelinesPartition(organizationId, brandId), {
    descending: true,
  });
  return items.map((item) => trusted<Listed>(item));
}
