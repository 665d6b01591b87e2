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

/** Compresses a text to a quarter or so, in some 10 ms per megabyte. */
const quality = 5;
/** An item takes at most 400 kB. */
const partBytesMax = 350_000;

/**
 * Stores a result of a run, compressed. Nobody finds it before the run names it, and only the holder of the run's lease can
 * change the run. So a worker whose lease has ended leaves at most items without effect, which expire.
 * @param id no other checkpoint of the run may have it, also one of another worker
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
