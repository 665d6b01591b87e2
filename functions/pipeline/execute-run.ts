import type { Brand } from "../domain/brand.ts";
import type { Pipeline } from "../domain/pipeline.ts";
import { schedulingMessages } from "../domain/post.ts";
import { reminderMessages } from "../domain/post-reminder.ts";
import { afterSighting } from "../domain/posted-stories.ts";
import { failedRunMessages, type Run, runTransitions, succeededRunMessages } from "../domain/run.ts";
import { calendarChanges } from "../table/calendar.ts";
import { deleteCheckpoints } from "../table/checkpoints.ts";
import { postedStoriesChange } from "../table/posted-stories.ts";
import { completeRun, failRun } from "../table/runs.ts";
import type { Item } from "../table/store/change.ts";
import { ConditionFailed } from "../table/store/condition-failed.ts";
import { conflict, retryOnConflict } from "../table/store/optimistic-lock.ts";
import { type MakingEffects, makePosts, openMaking } from "./make-posts.ts";
import { RunFailed } from "./run-failed.ts";
import { openProgress, type RunProgress } from "./run-progress.ts";
import { withinTimeLimit } from "./within-time-limit.ts";

interface Subject {
  pipeline: Pipeline;
  brand: Brand;
}

interface Lease {
  leaseToken: string;
  progress: RunProgress;
}

/** How long after its start a run must have written its posts. It may take 90 s, and planning takes some of them. */
const writesWithinMs = 75_000;

/**
 * Executes a leased run: discover, rank, write, plan. One write makes the run succeed and stores its posts and messages, so a
 * worker that dies before that leaves no post behind. The run keeps what it has found and written: a worker that takes it
 * over neither fetches nor writes that again. If the run is cancelled meanwhile, it ends at the next write.
 * @param run as it was leased
 * @throws {ConditionFailed} when another worker has the lease
 */
export async function executeRun(
  run: Run,
  subject: Subject,
  leaseToken: string,
  effects: MakingEffects,
): Promise<void> {
  const { table, nowMs, timeLimit } = effects;
  const progress = openProgress(run, { table, leaseToken }, nowMs);
  const lease = { leaseToken, progress };
  try {
    await withinTimeLimit(timeLimit, () => succeed(run, subject, lease, effects)).catch((error: unknown) => {
      if (!(error instanceof RunFailed)) throw error;
      return fail(run, error, lease, effects);
    });
  } catch (error) {
    // The run was cancelled meanwhile.
    if (!(error instanceof ConditionFailed) || !hasEnded(error.found)) throw error;
  }
  // Without this they expire. The run has ended, so its message must not be handled again if this fails.
  await deleteCheckpoints(table, run, progress.checkpoints).catch(() => undefined);
}

const hasEnded = (found: Item | null) =>
  found !== null && !runTransitions.fail.from.some((status) => status === found["status"]);

async function fail(
  run: Run,
  { code, message }: RunFailed,
  { leaseToken, progress }: Lease,
  { table, nowMs, newId }: MakingEffects,
): Promise<void> {
  const now = nowMs();
  const error = { code, message };
  await failRun(table, run, {
    error,
    stages: progress.failed(message),
    nowMs: now,
    messages: failedRunMessages(run, error, newId("evt"), now),
    leaseToken,
  });
}

async function succeed(
  run: Run,
  subject: Subject,
  { leaseToken, progress }: Lease,
  effects: MakingEffects,
): Promise<void> {
  const { table, nowMs, newId } = effects;
  const writesUntilMs = performance.now() + writesWithinMs;
  const making = await openMaking(run, { ...subject, writesUntilMs }, progress, effects);

  // Another run of the brand may end meanwhile, or another post take a slot. Then choose and plan again without them.
  await retryOnConflict(async () => {
    const made = await makePosts(run, making, progress, effects);
    const { posts, posted, calendar, taken, usage } = made;
    const now = nowMs();
    const remembered = afterSighting(posted, made.sighted, now);
    const outputs = posts.map(({ id }) => id);
    const isStored = await completeRun(table, run, leaseToken, {
      posts,
      stages: progress.stages,
      usage,
      nowMs: now,
      alongside: [
        ...(remembered === posted ? [] : [postedStoriesChange(run, posted, remembered, now)]),
        ...calendarChanges(run, calendar, { taken, freed: [] }, now),
      ],
      messages: [
        ...succeededRunMessages(run, outputs, () => newId("evt"), now),
        ...posts.flatMap((post) => schedulingMessages(post, newId, now)),
        ...posts.flatMap(reminderMessages),
      ],
    });
    return isStored ? undefined : conflict;
  });
}
