import type { DatabaseSync } from "node:sqlite";
import type { DiskWatch } from "../disk-space.ts";

/** The positions of a mapping in the shards of a stream. */
export interface Checkpoints {
  /** Returns the sequence number of the last processed record; undefined before the first. */
  read(shard: string): string | undefined;
  write(shard: string, sequenceNumber: string): void;
}

/**
 * Opens the positions of one of the engine's streams. A position is stored when `write` returns, unless the disk is full:
 * then the next position is stored when there is room, and after a restart in between some records come again.
 */
export function openCheckpoints(
  database: DatabaseSync,
  mapping: string,
  stream: string,
  disk: DiskWatch,
): Checkpoints {
  const read = database.prepare(
    "SELECT sequenceNumber FROM checkpoints WHERE mapping = ? AND stream = ? AND shard = ?",
  );
  const write = database.prepare("INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?, ?)");
  return {
    read(shard) {
      const value = read.get(mapping, stream, shard)?.["sequenceNumber"];
      return typeof value === "string" ? value : undefined;
    },
    write(shard, sequenceNumber) {
      try {
        write.run(mapping, stream, shard, sequenceNumber);
      } catch (error) {
        if (!disk.isFull(error)) throw error;
      }
    },
  };
}
