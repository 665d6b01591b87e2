import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The state folder of one runtime. The process holds it until it ends or closes it. */
export interface State {
  directory: string;
  /** The runtime's own state: the clock, schedules, positions in streams. */
  database: DatabaseSync;
  close(): void;
}

/**
 * Opens a state folder, and makes it if needed. Locks its database; the operating system releases the lock when the process
 * ends in any way. Throws an Error of one line when another runtime uses the folder.
 */
export function openState(directory: string): State {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (error) {
    throw new Error(
      `The state folder ${directory} cannot be made: ${messageOf(error)}. Use another folder.`,
      {
        cause: error,
      },
    );
  }
  const database = open(directory);
  return { directory, database, close: () => database.close() };
}

function open(directory: string): DatabaseSync {
  try {
    const database = new DatabaseSync(join(directory, "runtime.sqlite"));
    // NORMAL: a commit survives the end of the process without an fsync.
    database.exec(`
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS clock (id INTEGER PRIMARY KEY CHECK (id = 1), realMs REAL, serviceMs REAL, speed REAL);
      CREATE TABLE IF NOT EXISTS checkpoints (
        mapping TEXT, stream TEXT, shard TEXT, sequenceNumber TEXT, PRIMARY KEY (mapping, stream, shard)
      );
      CREATE TABLE IF NOT EXISTS schedules (
        groupName TEXT, name TEXT, request TEXT, dueMs REAL, intervalMs REAL,
        fromTemplate INTEGER, PRIMARY KEY (groupName, name)
      );
    `);
    return database;
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(
      reason.includes("locked")
        ? `The state folder ${directory} is in use by another runtime: stop that one, or use another folder.`
        : `The state folder ${directory} cannot be used: ${reason}. Change its permissions, or use another folder.`,
      { cause: error },
    );
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
