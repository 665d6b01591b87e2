import { type FSWatcher, watch } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Notices the next write of a database engine in another process. */
export interface WriteWatch {
  /**
   * Resolves at the first write since the watch was opened, after `ms`, or when `signal` aborts. Then the watch is closed.
   * @returns whether there was a write
   */
  next(ms: number, signal: AbortSignal): Promise<boolean>;
  close(): void;
}

/**
 * Watches a file that the engine writes to at each commit, such as SQLite's write-ahead log, until the first write. Each write
 * that is noticed takes some microseconds, so a poller that finds records needs no watch. A commit may become visible to
 * readers a moment after it is noticed. Returns undefined when the file cannot be watched: then the engine must be polled.
 */
export function watchForWrite(file: string): WriteWatch | undefined {
  const written = Promise.withResolvers<boolean>();
  let watcher: FSWatcher;
  try {
    watcher = watch(file, { persistent: false });
  } catch {
    return undefined;
  }
  const end = (wasWritten: boolean) => {
    watcher.close();
    written.resolve(wasWritten);
  };
  watcher.once("change", () => end(true)).on("error", () => end(false));
  return {
    async next(ms, signal) {
      const isWritten = new AbortController();
      const late = sleep(ms, undefined, { signal: AbortSignal.any([signal, isWritten.signal]) });
      const wasWritten = await Promise.race([written.promise, late.then(isLate, isLate)]);
      isWritten.abort();
      end(wasWritten);
      return wasWritten;
    },
    close: () => end(false),
  };
}

function isLate(): false {
  return false;
}
