import { seenItemsKey } from "./keys.ts";
import type { Change } from "./store/change.ts";
import { readItem } from "./store/read.ts";
import type { Table } from "./store/table.ts";

/** Enough for some weeks of a busy pipeline. About 15 kB. */
const fingerprintsMax = 1_000;

/** Reads the fingerprints of the source items of which a pipeline has made posts, the latest first. */
export async function readSeenItems(
  table: Table,
  organizationId: string,
  pipelineId: string,
): Promise<string[]> {
  const stored = await readItem<{ fingerprints: string[] }>(table, seenItemsKey(organizationId, pipelineId));
  return stored?.fingerprints ?? [];
}

/**
 * The change that adds fingerprints to a pipeline's seen items. It overwrites them: of two runs at the same time, only
 * the fingerprints of the run that ends last are stored.
 */
export function seenItemsChange(
  { organizationId, pipelineId }: { organizationId: string; pipelineId: string },
  added: readonly string[],
  earlier: readonly string[],
): Change {
  const fingerprints = [...new Set([...added, ...earlier])].slice(0, fingerprintsMax);
  return { kind: "put", item: { ...seenItemsKey(organizationId, pipelineId), fingerprints } };
}
