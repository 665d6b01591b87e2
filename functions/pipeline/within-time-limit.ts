import { RunFailed } from "./run-failed.ts";

/**
 * Waits for the work of a run, but not longer than its time limit. Work that goes on after the limit creates no posts: the run
 * has ended, so the write that stores them fails.
 * @throws {RunFailed} `timed_out`
 */
export async function withinTimeLimit<Result>(
  limit: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (limit === undefined) return work();
  const { promise, reject } = Promise.withResolvers<never>();
  const end = () => reject(new RunFailed("timed_out", timedOut));
  limit.addEventListener("abort", end, { once: true });
  if (limit.aborted) end();
  try {
    return await Promise.race([promise, work()]);
  } finally {
    limit.removeEventListener("abort", end);
  }
}

const timedOut =
  "The run took too long and was stopped. Give the pipeline fewer or faster sources, or fewer posts per run, and trigger it again.";
