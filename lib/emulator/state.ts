import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isDiskFull } from "./disk-space.ts";

/** The state folder of one runtime. The process holds it until it ends or closes it. */
export interface State {
  directory: string;
  /** The runtime's own state: the clock, schedules, positions in streams. */
  database: DatabaseSync;
  close(): void;
}

/** A file of the state folder that is missing or damaged, although other data of the folder need it. */
export class StateFileError extends Error {
  /** Such as `/state/kms-keys.json is missing`. */
  readonly problem: string;
  constructor(problem: string, options?: ErrorOptions) {
    super(`${problem}: restore it from a backup, or empty the state folder.`, options);
    this.problem = problem;
  }
}

const databaseName = "runtime.sqlite";
/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damagedCodes: readonly unknown[] = [11, 26];

/** Returns whether a runtime has used a folder before. */
export function isUsed(directory: string): boolean {
  return existsSync(join(directory, databaseName));
}

/** Returns whether SQLite says that a file is not a database, or a damaged one. */
export function isDamaged(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && damagedCodes.includes(error.errcode);
}

/**
 * Opens a state folder, and makes it if needed. Locks its database; the operating system releases the lock when the process
 * ends in any way. Throws an Error of one line when another runtime uses the folder.
 */
export function openState(directory: string): State {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (isDiskFull(error)) throw error;
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
  const path = join(directory, databaseName);
  try {
    const database = new DatabaseSync(path);
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
      CREATE TABLE IF NOT EXISTS kmsKeys (id TEXT PRIMARY KEY, fingerprint TEXT);
    `);
    return database;
  } catch (error) {
    if (isDiskFull(error)) throw error;
    if (isDamaged(error)) throw new StateFileError(`${path} is damaged`, { cause: error });
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
