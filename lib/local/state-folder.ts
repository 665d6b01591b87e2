import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** A state folder that is ours alone for as long as this process lives, or until `release`. */
export interface StateFolder {
  readonly directory: string;
  release(): void;
}

const MARKER = "content-pipeline-state";
const LOCK = "lock.sqlite";
const LOCK_FILES = [LOCK, `${LOCK}-journal`, `${LOCK}-wal`, `${LOCK}-shm`];

/**
 * Makes the folder where needed, locks it, and with `reset` empties it first.
 *
 * The lock is one of the database library on a file: the operating system lifts it however the process dies, so there is
 * no stale lock to find. Throws an Error of one line when the folder cannot be used, is in use, or, with `reset`, is not ours.
 */
export function claimStateFolder(directory: string, { reset }: { reset: boolean }): StateFolder {
  try {
    makeFolder(directory);
    if (reset) refuseForeign(directory);
    const lock = lockFolder(directory);
    if (reset) empty(directory);
    writeFileSync(
      join(directory, MARKER),
      "The state of a local Content Pipeline Service. Made and deleted by npm start.\n",
    );
    return {
      directory,
      release() {
        lock.close();
        rmSync(join(directory, LOCK), { force: true });
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
  const lock = new DatabaseSync(join(directory, LOCK), { timeout: 0 });
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
  const ours = existsSync(join(directory, MARKER)) || existsSync(join(directory, "service.json"));
  if (ours || readdirSync(directory).length === 0) return;
  throw new FolderError(
    `--reset would empty ${directory}, which is no state folder of this service: give the right one by --state, or empty it yourself.`,
  );
}

function empty(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (!LOCK_FILES.includes(name)) rmSync(join(directory, name), { recursive: true, force: true });
  }
}
