import type { Run } from "../domain/run.ts";
import type { SeenItems } from "../domain/seen-items.ts";
import { isoTime } from "../domain/time.ts";
import { seenItemsKey } from "./keys.ts";
import type { Change } from "./store/change.ts";
import { readItem } from "./store/read.ts";
import type { Table } from "./store/table.ts";

/** An item that was stored before items had days has only the fingerprints. */
type Stored = Partial<Pick<SeenItems, "days">> & { version?: number; fingerprints?: string[] };

/** Reads what a pipeline has seen. One read. */
export async function readSeenItems(
  table: Table,
  { organizationId, pipelineId }: Pick<Run, "organizationId" | "pipelineId">,
  nowMs: number,
): Promise<SeenItems> {
  const stored = await readItem<Stored>(table, seenItemsKey(organizationId, pipelineId));
  const { version = null, fingerprints, days } = stored ?? {};
  const undated = fingerprints === undefined ? {} : { [isoTime(nowMs).slice(0, 10)]: fingerprints };
  return { version, days: days ?? undated };
}

/**
 * The change that replaces what a pipeline has seen. Its condition fails if another run has replaced it since it was read.
 */
export function seenItemsChange(
  { organizationId, pipelineId }: Pick<Run, "organizationId" | "pipelineId">,
  before: SeenItems,
  after: SeenItems,
): Change {
  const item = { ...seenItemsKey(organizationId, pipelineId), ...after };
  const names = { "#version": "version" };
  if (before.version === null)
    return { kind: "put", item, condition: "attribute_not_exists(#version)", names };
  return { kind: "put", item, condition: "#version = :read", names, values: { ":read": before.version } };
}
