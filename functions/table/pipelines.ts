import { pipelinesPerBrandMax } from "../domain/brand.ts";
import { notFound, unprocessable } from "../domain/errors.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import type { Pipeline } from "../domain/pipeline.ts";
import { trusted } from "../domain/trusted.ts";
import { type Change, commit, Refused } from "./commit.ts";
import { brandKey, brandPipelineKey, brandPipelinesPartition, pipelineKey } from "./keys.ts";
import { readItem, readPartition } from "./read.ts";
import type { Table } from "./table.ts";

/**
 * Stores a new pipeline, once by its own id and once in its brand's list, and counts it on the brand.
 * @throws not_found when the brand does not exist, unprocessable when it is full.
 */
export async function insertPipeline(
  table: Table,
  pipeline: Pipeline,
  messages: readonly OutgoingMessage[] = [],
): Promise<void> {
  const { organizationId, brandId, id } = pipeline;
  try {
    const changes: Change[] = [
      {
        kind: "update",
        key: brandKey(organizationId, brandId),
        update: "ADD pipelineCount :one",
        condition: "attribute_exists(pk) AND pipelineCount < :most",
        values: { ":one": 1, ":most": pipelinesPerBrandMax },
      },
      { kind: "put", item: { ...pipelineKey(organizationId, id), ...pipeline } },
      { kind: "put", item: { ...brandPipelineKey(organizationId, brandId, id), ...pipeline } },
    ];
    await commit(table, changes, messages);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.found === null) throw notFound("brand");
    throw unprocessable(`A brand holds at most ${pipelinesPerBrandMax} pipelines.`);
  }
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
): Promise<Pipeline[]> {
  const items = await readPartition(table, brandPipelinesPartition(organizationId, brandId), {
    descending: true,
  });
  return items.map((item) => trusted<Pipeline>(item));
}
