import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import { expiryOf, lifetimesMs } from "../domain/lifetimes.ts";
import type { Checkpoint, Run } from "../domain/run.ts";
import { trusted } from "../domain/trusted.ts";
import { checkpointKey } from "./keys.ts";
import { commit } from "./store/commit.ts";
import { deleteItems } from "./store/delete-items.ts";
import { readItem } from "./store/read.ts";
import type { Table } from "./store/table.ts";

type RunRef = Pick<Run, "organizationId" | "runId">;

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** With this quality, a text is compressed to about a quarter, in some 10 ms per megabyte. */
const quality = 5;
/** An item takes at most 400 kB. */
const partBytesMax = 350_000;

/**
 * Stores a result of a run, compressed. It has no effect until the run names it, and only the holder of the run's lease can
 * change the run. So what a worker stores after its lease has ended has no effect, and expires.
 * @param id unique among all checkpoints of the run, also those of other workers
 * @param data anything that JSON can represent
 */
export async function storeCheckpoint(
  table: Table,
  run: RunRef,
  { stage, id, data, nowMs }: Pick<Checkpoint, "stage" | "id"> & { data: unknown; nowMs: number },
): Promise<Checkpoint> {
  const bytes = await compress(JSON.stringify(data), {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality },
  });
  const parts = Math.ceil(bytes.length / partBytesMax);
  const expiresAt = expiryOf(lifetimesMs.runCheckpoint, nowMs);
  for (let part = 0; part < parts; part += 1) {
    const content = bytes.subarray(part * partBytesMax, (part + 1) * partBytesMax);
    const item = { ...checkpointKey(run.organizationId, run.runId, id, part), content, expiresAt };
    await commit(table, [{ kind: "put", item }]);
  }
  return { stage, id, parts };
}

/** Reads a result that a run names; null if it has expired. */
export async function readCheckpoint<Data>(
  table: Table,
  run: RunRef,
  checkpoint: Checkpoint,
): Promise<Data | null> {
  const items = await Promise.all(
    keysOf(run, checkpoint).map((key) => readItem<{ content: Uint8Array }>(table, key)),
  );
  const contents = items.flatMap((item) => (item === null ? [] : [item.content]));
  if (contents.length < checkpoint.parts) return null;
  const text = (await decompress(Buffer.concat(contents))).toString("utf8");
  return trusted<Data>(JSON.parse(text));
}

/** Deletes the results of a run that has ended. */
export function deleteCheckpoints(
  table: Table,
  run: RunRef,
  checkpoints: readonly Checkpoint[],
): Promise<void> {
  return deleteItems(
    table,
    checkpoints.flatMap((checkpoint) => keysOf(run, checkpoint)),
  );
}

function keysOf({ organizationId, runId }: RunRef, { id, parts }: Checkpoint) {
  return Array.from({ length: parts }, (_, part) => checkpointKey(organizationId, runId, id, part));
}
