import { notFound, unprocessable } from "../domain/errors.ts";
import type { OutgoingMessage, Tick } from "../domain/message.ts";
import { type Pipeline, tickMessage } from "../domain/pipeline.ts";
import { type Run, runMessage } from "../domain/run.ts";
import { trusted } from "../domain/trusted.ts";
import { pipelineIndexAttributes } from "./index-keys.ts";
import { brandKey, brandPipelineKey, brandPipelinesPartition, pipelineKey } from "./keys.ts";
import { readOrganization } from "./organizations.ts";
import { runInserts } from "./runs.ts";
import type { Change } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { readItem, readPartition } from "./store/read.ts";
import type { Table } from "./store/table.ts";

/** A copy of a pipeline in its brand's list. It has no `nextTick`, so that a scheduled run need not update the copy. */
export type ListedPipeline = Omit<Pipeline, "nextTick">;

const pipelinePut = (pipeline: Pipeline): Change => {
  const key = pipelineKey(pipeline.organizationId, pipeline.id);
  return { kind: "put", item: { ...pipeline, ...key } };
};

const listedPut = (pipeline: Pipeline): Change => {
  const { nextTick: _, ...listed } = pipeline;
  const key = brandPipelineKey(listed.organizationId, listed.brandId, listed.id);
  return { kind: "put", item: { ...listed, ...key, ...pipelineIndexAttributes(listed) } };
};

const tickMessages = (pipeline: Pipeline): OutgoingMessage[] =>
  pipeline.nextTick === null ? [] : [tickMessage(pipeline, pipeline.nextTick)];

/**
 * Stores a new pipeline and its copy in the brand's list, counts it on the brand, and starts its schedule. If its id is
 * stored already, an earlier try of the same request stored it.
 * @returns false, and stores nothing, if the brand's time zone is not the one in which the schedule was planned
 * @throws not_found when the brand does not exist; unprocessable when it has the maximum number of pipelines
 */
export async function insertPipeline(table: Table, pipeline: Pipeline): Promise<boolean> {
  const { organizationId, brandId, nextTick } = pipeline;
  const { limits } = await readOrganization(table, organizationId);
  const zone = nextTick?.timezone;
  const changes: Change[] = [
    {
      kind: "update",
      key: brandKey(organizationId, brandId),
      update: "ADD pipelineCount :one",
      condition: `attribute_exists(pk) AND pipelineCount < :most${zone === undefined ? "" : " AND #zone = :zone"}`,
      ...(zone !== undefined && { names: { "#zone": "timezone" } }),
      values: { ":one": 1, ":most": limits.pipelinesPerBrand, ...(zone !== undefined && { ":zone": zone }) },
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
      throw unprocessable(`A brand can have at most ${limits.pipelinesPerBrand} pipelines.`);
    },
  });
}

/**
 * Stores a changed pipeline and its copy in the brand's list. If `nextTick` changes, the message of the tick before
 * becomes stale and is withdrawn.
 * @param known the pipeline as it was read
 * @returns false, and stores nothing, if the pipeline was changed, run by its schedule or deleted since, or if the
 *   brand has another time zone than the tick
 */
export async function replacePipeline(table: Table, known: Pipeline, changed: Pipeline): Promise<boolean> {
  const hasNewTick = changed.nextTick !== known.nextTick;
  const zone = hasNewTick ? changed.nextTick?.timezone : undefined;
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
    ...(hasNewTick && { messages: tickMessages(changed), withdrawn: tickMessages(known) }),
    onConditionFailed: () => false,
  });
}

/**
 * Stores the next tick of a pipeline in place of the one it waits for, together with the run that is due, if there is
 * one.
 * @returns false, and stores nothing, if the pipeline waits for another tick by now. So of several messages of the same
 *   tick, one makes the run.
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
    ...(run === undefined ? [] : runInserts(run)),
  ];
  const messages = [...(run === undefined ? [] : [runMessage(run)]), ...tickMessages({ ...known, nextTick })];
  // The tick of a run has come. Any other tick is replaced before its time.
  const withdrawn = run === undefined ? tickMessages(known) : [];
  return commit(table, changes, { messages, withdrawn, onConditionFailed: () => false });
}

/**
 * Deletes a pipeline and its copy in the brand's list, and withdraws the message of its next tick. Its runs and posts stay.
 * @param pipeline the pipeline as it was read
 * @returns false, and deletes nothing, if it waits for another tick by now
 * @throws not_found when it is deleted already
 */
export async function deletePipeline(table: Table, pipeline: Pipeline): Promise<boolean> {
  const { organizationId, brandId, id } = pipeline;
  const changes: Change[] = [
    {
      kind: "delete",
      key: pipelineKey(organizationId, id),
      condition: "nextTick = :tick",
      values: { ":tick": pipeline.nextTick },
    },
    { kind: "delete", key: brandPipelineKey(organizationId, brandId, id) },
    {
      kind: "update",
      key: brandKey(organizationId, brandId),
      update: "ADD pipelineCount :less",
      values: { ":less": -1 },
    },
  ];
  return commit(table, changes, {
    withdrawn: tickMessages(pipeline),
    onConditionFailed({ found }) {
      if (found === null) throw notFound("pipeline");
      return false;
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

/** Reads all pipelines of a brand, the newest first: at most 100. */
export async function pipelinesOfBrand(
  table: Table,
  organizationId: string,
  brandId: string,
): Promise<ListedPipeline[]> {
  const items = await readPartition(table, brandPipelinesPartition(organizationId, brandId), {
    descending: true,
  });
  return items.map((item) => trusted<ListedPipeline>(item));
}
