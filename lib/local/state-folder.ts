import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { tableLayout } from "../../functions/contract/table-layout.ts";
import { isDiskFull } from "../emulator/disk-space.ts";
import { numberAt, parseJsonObject, textAt } from "../emulator/json.ts";
import { StateFileError } from "../emulator/state.ts";

/** A state folder that this process has locked, until it ends or calls `release`. */
export interface StateFolder {
  directory: string;
  release(): void;
}

const markerName = "content-pipeline-state";
const lockName = "lock.sqlite";
const lockFiles = [lockName, `${lockName}-journal`, `${lockName}-wal`, `${lockName}-shm`];
/** The names of everything that the service makes in its folder, without the lock. A reset deletes nothing else. */
const ownNames =
  /^(assembly|compile-cache|content-pipeline-state.*|control\.json|dynamodb.*|functions\.log.*|kms-keys\.json.*|runtime\.sqlite.*|service\.json.*|sqs|tls)$/;

/**
 * Makes the folder if needed and locks it. With `reset`, deletes everything that the service has made in it.
 *
 * The lock is a lock of SQLite on a file. The operating system releases it when the process ends in any way. Throws an Error
 * of one line when the folder cannot be used, is in use, holds other files, or belongs to another database or to a version of
 * the service that stores its data differently.
 */
export function lockStateFolder(
  directory: string,
  { reset, database }: { reset: boolean; database: string },
): StateFolder {
  try {
    makeFolder(directory);
    checkOwnFiles(directory, reset);
    if (!reset) checkData(directory, database);
    const lock = lockFolder(directory);
    if (reset) empty(directory);
    // Only the owner may read keys and data, also in a folder that existed before.
    chmodSync(directory, 0o700);
    writeMarker(directory, database);
    return {
      directory,
      release() {
        lock.close();
        rmSync(join(directory, lockName), { force: true });
      },
    };
  } catch (error) {
    if (error instanceof FolderError) throw error;
    if (isDiskFull(error)) throw explained(error, directory);
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    throw new Error(
      `The state folder ${directory} cannot be used (${code}): change its permissions, or choose another folder with --state.`,
      { cause: error },
    );
  }
}

/**
 * Returns an error of one line that says what to do about a full disk or about a damaged file of the state folder. Returns
 * any other error as it is.
 */
export function explained(error: unknown, directory: string): unknown {
  if (isDiskFull(error))
    return new Error(
      `The disk of the state folder ${directory} is full (ENOSPC): free some space, then start again.`,
      { cause: error },
    );
  if (error instanceof StateFileError)
    return new FolderError(`${error.problem}: ${remedy}`, { cause: error });
  return error;
}

class FolderError extends Error {}

const remedy = "restore it from a backup, or delete all data of the service with --reset.";

function lockFolder(directory: string): DatabaseSync {
  const lock = new DatabaseSync(join(directory, lockName), { timeout: 0 });
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;");
    return lock;
  } catch (error) {
    lock.close();
    if (error instanceof Error && error.message.includes("locked")) {
      throw new FolderError(
        `A service is running on the state folder ${directory} already: stop that service, or choose another folder with --state.`,
        { cause: error },
      );
    }
    throw error;
  }
}

/** Does what `mkdir -p` does. Node's own `recursive` never returns in a folder such as /proc. */
function makeFolder(directory: string): void {
  if (existsSync(directory)) return;
  if (dirname(directory) !== directory) makeFolder(dirname(directory));
  mkdirSync(directory, { mode: 0o700 });
}

function checkOwnFiles(directory: string, reset: boolean): void {
  const marker = join(directory, markerName);
  const names = readdirSync(directory).filter((name) => !lockFiles.includes(name));
  if (names.length === 0 || existsSync(marker)) return;
  if (!names.every((name) => ownNames.test(name)))
    throw new FolderError(
      `The folder ${directory} holds other files and is not a state folder of this service: choose another folder with --state.`,
    );
  if (!reset) throw new FolderError(`The marker of the state folder, ${marker}, is missing: ${remedy}`);
}

/** The folder's data must be as this version stores it. Its keys, queues and schedules belong to the data of one database. */
function checkData(directory: string, database: string): void {
  const marker = join(directory, markerName);
  if (!existsSync(marker)) return;
  const known = readMarker(marker);
  if (known.database !== database)
    throw new FolderError(
      `The state folder ${directory} belongs to --database ${known.database}: choose that database, choose another folder with --state, or delete the state with --reset.`,
    );
  if (known.layout !== tableLayout)
    throw new FolderError(
      `The state folder ${directory} is of another version of this service, which stores its data differently: choose another folder with --state, or delete the state with --reset.`,
    );
}

function readMarker(marker: string): { database: string; layout: number | undefined } {
  const text = readFileSync(marker, "utf8");
  try {
    const content = parseJsonObject(text, marker);
    const database = textAt(content, "database");
    if (database !== undefined) return { database, layout: numberAt(content, "layout") };
  } catch {
    // Reported below.
  }
  throw new FolderError(`The marker of the state folder, ${marker}, is damaged: ${remedy}`);
}

/** In one step, and only if it changes: a full disk must not leave an empty marker. */
function writeMarker(directory: string, database: string): void {
  const about = "The state of a local Content Pipeline Service. Made and deleted by npm start.";
  const text = `${JSON.stringify({ about, database, layout: tableLayout }, null, 2)}\n`;
  const path = join(directory, markerName);
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

function empty(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (ownNames.test(name)) rmSync(join(directory, name), { recursive: true, force: true });
  }
}
