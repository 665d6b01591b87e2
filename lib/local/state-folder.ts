import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseJsonObject, textAt } from "../emulator/json.ts";

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
  /^(assembly|compile-cache|content-pipeline-state|control\.json|dynamodb.*|functions\.log|kms-keys\.json.*|runtime\.sqlite.*|service\.json.*|sqs|tls)$/;

/**
 * Makes the folder if needed and locks it. With `reset`, deletes everything that the service has made in it.
 *
 * The lock is a lock of SQLite on a file. The operating system releases it when the process ends in any way. Throws an Error
 * of one line when the folder cannot be used, is in use, holds other files, or belongs to another database.
 */
export function lockStateFolder(
  directory: string,
  { reset, database }: { reset: boolean; database: string },
): StateFolder {
  try {
    makeFolder(directory);
    checkOwnFiles(directory);
    if (!reset) checkDatabase(directory, database);
    const lock = lockFolder(directory);
    if (reset) empty(directory);
    // Only the owner may read keys and data, also in a folder that existed before.
    chmodSync(directory, 0o700);
    const about = "The state of a local Content Pipeline Service. Made and deleted by npm start.";
    writeFileSync(join(directory, markerName), `${JSON.stringify({ about, database }, null, 2)}\n`);
    return {
      directory,
      release() {
        lock.close();
        rmSync(join(directory, lockName), { force: true });
      },
    };
  } catch (error) {
    if (error instanceof FolderError) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    throw new Error(
      `The state folder ${directory} cannot be used (${code}): change its permissions, or choose another folder with --state.`,
      { cause: error },
    );
  }
}

class FolderError extends Error {}

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

function checkOwnFiles(directory: string): void {
  const isEmpty = readdirSync(directory).every((name) => lockFiles.includes(name));
  if (isEmpty || existsSync(join(directory, markerName))) return;
  throw new FolderError(
    `The folder ${directory} holds other files and is not a state folder of this service: choose another folder with --state.`,
  );
}

/** Keys, queues and schedules of the folder belong to the data of one database. */
function checkDatabase(directory: string, database: string): void {
  const marker = join(directory, markerName);
  const known = existsSync(marker)
    ? textAt(parseJsonObject(readFileSync(marker, "utf8"), marker), "database")
    : undefined;
  if (known === undefined || known === database) return;
  throw new FolderError(
    `The state folder ${directory} belongs to --database ${known}: choose that database, choose another folder with --state, or delete the state with --reset.`,
  );
}

function empty(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (ownNames.test(name)) rmSync(join(directory, name), { recursive: true, force: true });
  }
}
