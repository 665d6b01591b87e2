import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseJsonObject, textAt } from "../emulator/json.ts";

/** A state folder that is ours alone for as long as this process lives, or until `release`. */
export interface StateFolder {
  directory: string;
  release(): void;
}

const markerName = "content-pipeline-state";
const lockName = "lock.sqlite";
const lockFiles = [lockName, `${lockName}-journal`, `${lockName}-wal`, `${lockName}-shm`];
/** What the service makes in its folder, the lock left out: this and nothing else is what a reset deletes. */
const ownNames =
  /^(assembly|compile-cache|content-pipeline-state|control\.json|dynamodb.*|functions\.log|kms-keys\.json.*|runtime\.sqlite.*|service\.json.*|sqs|tls)$/;

/**
 * Makes the folder where needed, locks it, and with `reset` deletes first what the service has made in it.
 *
 * The lock is one of the database library on a file: the operating system lifts it however the process dies, so there is
 * no stale lock to find. Throws an Error of one line when the folder cannot be used, is in use, holds somebody else's files,
 * or the state of another database.
 */
export function claimStateFolder(
  directory: string,
  { reset, database }: { reset: boolean; database: string },
): StateFolder {
  try {
    makeFolder(directory);
    refuseForeign(directory);
    if (!reset) refuseOtherDatabase(directory, database);
    const lock = lockFolder(directory);
    if (reset) empty(directory);
    // Keys and data are its owner's alone, also in a folder that stood before.
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
      `The state folder ${directory} cannot be used (${code}): mend its permissions, or give another folder by --state.`,
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
        `A service is running on the state folder ${directory} already: stop that one, or give another folder by --state.`,
        { cause: error },
      );
    }
    throw error;
  }
}

/** As `mkdir -p`. Node's own `recursive` never comes back from a parent that takes no folders, such as /proc. */
function makeFolder(directory: string): void {
  if (existsSync(directory)) return;
  if (dirname(directory) !== directory) makeFolder(dirname(directory));
  mkdirSync(directory, { mode: 0o700 });
}

function refuseForeign(directory: string): void {
  const isEmpty = readdirSync(directory).every((name) => lockFiles.includes(name));
  if (isEmpty || existsSync(join(directory, markerName))) return;
  throw new FolderError(
    `The folder ${directory} holds other files and is no state folder of this service: give another one by --state.`,
  );
}

/** Keys, queues and schedules stand in the folder and mean nothing to another database. */
function refuseOtherDatabase(directory: string, database: string): void {
  const marker = join(directory, markerName);
  const known = existsSync(marker)
    ? textAt(parseJsonObject(readFileSync(marker, "utf8"), marker), "database")
    : undefined;
  if (known === undefined || known === database) return;
  throw new FolderError(
    `The state folder ${directory} belongs to --database ${known}: give that one, another folder by --state, or start anew by --reset.`,
  );
}

function empty(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (ownNames.test(name)) rmSync(join(directory, name), { recursive: true, force: true });
  }
}
