import { seenItemsKey } from "./keys.ts";
import type { Change } from "./store/change.ts";
import { readItem } from "./store/read.ts";
import type { Table } from "./store/table.ts";

/** Some weeks of a busy pipeline, in about 15 kB. */
const fingerprintsMax = 1_000;

/** The fingerprints of the source items that a pipeline has made posts of, the latest first. */
export async function readSeenItems(
  table: Table,
  organizationId: string,
  pipelineId: string,
): Promise<string[]> {
  const stored = await readItem<{ fingerprints: string[] }>(table, seenItemsKey(organizationId, pipelineId));
  return stored?.fingerprints ?? [];
}

/** The write that adds to them. Of two runs of a pipeline at the same time the later one's memory stays. */
export function seenItemsChange(
  { organizationId, pipelineId }: { organizationId: string; pipelineId: string },
  added: readonly string[],
  earlier: readonly string[],
): Change {
  const fingerprints = [...new Set([...added, ...earlier])].slice(0, fingerprintsMax);
  return { kind: "put", item: { ...seenItemsKey(organizationId, pipelineId), fingerprints } };
}
