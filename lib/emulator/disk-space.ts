import { statfs } from "node:fs/promises";

/** Says when the disk of a folder is full, and when it has room again: one line each. */
export interface DiskWatch {
  /** Reports a failed write. Returns whether the disk is full; anything else is left to the caller. */
  isFull(error: unknown): boolean;
  stop(): void;
}

const lookEveryMs = 1000;
/** With less, hardly any write succeeds: SQLite writes pages of 4 KiB, several for each change. */
const fullBytes = 64 * 1024;
/** With more, the service can work for a while. Less than `fullBytes` apart, the lines would alternate. */
const roomBytes = 1024 * 1024;
/** A quota may be used up although the disk has room. Then only failed writes show it. */
const sinceFailureMsMin = 10_000;

/** SQLITE_FULL. */
const sqliteFull = 13;
const codes = new Set(["ENOSPC", "EDQUOT"]);
const texts = /ENOSPC|EDQUOT|No space left on device|database or disk is full/;

/** Returns whether an error, or its cause, says that the disk or the user's quota is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && codes.has(error.code)) return true;
  if ("errcode" in error && error.errcode === sqliteFull) return true;
  return texts.test(error.message) || isDiskFull(error.cause);
}

export function watchDisk(directory: string, log: (line: string) => void): DiskWatch {
  let full = false;
  let failedAtMs = Number.NEGATIVE_INFINITY;

  function sayFull(): void {
    if (full) return;
    full = true;
    log(
      `The disk of ${directory} is full (ENOSPC): writes fail until it has room. Free some space; the service then goes on by itself.`,
    );
  }

  async function look(): Promise<void> {
    const { bavail, bsize } = await statfs(directory);
    const free = bavail * bsize;
    if (free < fullBytes) sayFull();
    if (!full || free < roomBytes || performance.now() - failedAtMs < sinceFailureMsMin) return;
    full = false;
    log(`The disk of ${directory} has room again.`);
  }

  // The folder may be gone.
  const timer = setInterval(() => void look().catch(() => undefined), lookEveryMs).unref();
  return {
    isFull(error) {
      if (!isDiskFull(error)) return false;
      failedAtMs = performance.now();
      sayFull();
      return true;
    },
    stop: () => clearInterval(timer),
  };
}
