import type { DatabaseSync } from "node:sqlite";

/** The positions of a mapping in the shards of a stream. */
export interface Checkpoints {
  /** Returns the sequence number of the last processed record; undefined before the first. */
  read(shard: string): string | undefined;
  write(shard: string, sequenceNumber: string): void;
}

/** Opens the positions of one of the engine's streams. A position is stored when `write` returns. */
export function openCheckpoints(database: DatabaseSync, mapping: string, stream: string): Checkpoints {
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
      write.run(mapping, stream, shard, sequenceNumber);
    },
  };
}
