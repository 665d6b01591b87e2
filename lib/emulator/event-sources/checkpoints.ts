import type { DatabaseSync } from "node:sqlite";

/** How far a mapping has come in the shards of a stream. */
export interface Checkpoints {
  /** The sequence number of the last record done with; undefined before the first. */
  read(shard: string): string | undefined;
  write(shard: string, sequenceNumber: string): void;
}

/** Positions are stored when `write` returns, by the engine's own stream: another stream begins anew. */
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
