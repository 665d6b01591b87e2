import { type Brand, planningSlots } from "../domain/brand.ts";
import type { ChannelName } from "../domain/channel.ts";
import type { ChannelLimits } from "../domain/channel-limits.ts";
import type { NewId } from "../domain/ids.ts";
import type { Pipeline } from "../domain/pipeline.ts";
import { pluralize } from "../domain/pluralize.ts";
import type { Post } from "../domain/post.ts";
import type { Run } from "../domain/run.ts";
import type { SeenItems } from "../domain/seen-items.ts";
import { readSeenItems } from "../table/seen-items.ts";
import type { Table } from "../table/store/table.ts";
import { fingerprint } from "./fingerprint.ts";
import type { RunProgress } from "./run-progress.ts";
import { type Shortlist, shortlist } from "./shortlist.ts";
import type { FetchSource } from "./sources/source.ts";
import { choose } from "./stages/choose.ts";
import { discover } from "./stages/discover.ts";
import { plan } from "./stages/plan.ts";
import { type Candidate, rank } from "./stages/rank.ts";
import { type Draft, write } from "./stages/write.ts";

/** The stage `write`. It may call a model, so what it returns is kept. */
export type WriteDrafts = (...given: Parameters<typeof write>) => Draft[] | Promise<Draft[]>;

export interface MakingEffects {
  table: Table;
  nowMs: () => number;
  newId: NewId;
  fetchSource: FetchSource;
  /** @default the stage `write` */
  writeDrafts?: WriteDrafts;
  /** Aborts when the run must end. @default never */
  timeLimit?: AbortSignal;
}

/** Stories are written in parallel, and kept, so many at a time: a worker that dies loses the texts of five stories at most. */
export const storiesAtOnce = 5;

/** Finds the candidates of a run, or reads those that it has kept. One write keeps them, directly after they are found. */
export async function findCandidates(
  run: Run,
  pipeline: Pipeline,
  progress: RunProgress,
  { table, nowMs, fetchSource }: MakingEffects,
): Promise<Shortlist> {
  const [kept] = await progress.kept<Shortlist>("rank");
  if (kept !== undefined) {
    progress.resume();
    return kept;
  }
  progress.restart();
  progress.begin("discover");
  await progress.store();
  // Nothing that can fail may come between the sources and the write that keeps what they had.
  const seen = await readSeenItems(table, run, nowMs());
  const found = await discover(pipeline.sources, fetchSource);
  progress.finish(found.detail);
  progress.begin("rank");
  const ranked = rank(found.items, pipeline, nowMs());
  const { kept: candidates, postedBefore } = shortlist(ranked, seen, pipeline, nowMs());
  progress.finish(`${ranked.detail}; ${postedBefore} posted by earlier runs`);
  progress.begin("write");
  await progress.keep("rank", candidates);
  return candidates;
}

/** The drafts that a run has written, by the fingerprint of the story's item. */
type Written = Map<string, readonly Draft[]>;

/** Reads the drafts that a run has kept. */
export async function readWritten(progress: RunProgress): Promise<Written> {
  const kept = await progress.kept<Record<string, Draft[]>>("write");
  return new Map(kept.flatMap((drafts) => Object.entries(drafts)));
}

interface Making {
  pipeline: Pipeline;
  brand: Brand;
  limits: ReadonlyMap<ChannelName, ChannelLimits>;
  found: Shortlist;
  /** Gets the drafts that are written now. */
  written: Written;
}

/**
 * Chooses among the candidates of a run, writes what is not written yet, and plans the posts.
 * @returns the posts, and what the pipeline remembers of them if nobody has changed `seen` since
 */
export async function makePosts(
  run: Run,
  making: Making,
  progress: RunProgress,
  effects: MakingEffects,
): Promise<{ posts: Post[]; seen: SeenItems; sighted: string[]; used: Map<string, number[]> }> {
  const { pipeline, brand, found, written } = making;
  const { table, nowMs, newId } = effects;
  const seen = await readSeenItems(table, run, nowMs());
  const { chosen, sighted } = choose(found.candidates, seen, pipeline.postsPerRun);
  await writeMissing(chosen, making, progress, effects);
  const drafts = pipeline.channels.flatMap((channel) =>
    chosen.flatMap((candidate) => draftsOf(written, candidate).filter((draft) => draft.channel === channel)),
  );

  if (!progress.has("plan", "running")) progress.begin("plan");
  const { posts, used } = plan(drafts, { run, brand, seen, newId, nowMs: nowMs() });
  progress.finish(planningSlots(brand).length === 0 ? "no posting slots: at once" : "the next posting slots");
  return { posts, seen, sighted: [...found.sighted, ...sighted], used };
}

/** Writes the chosen stories that are not written yet, and keeps them, a few at a time. */
async function writeMissing(
  chosen: readonly Candidate[],
  { pipeline, brand, limits, written }: Making,
  progress: RunProgress,
  { writeDrafts = write, timeLimit }: MakingEffects,
): Promise<void> {
  const missing = [...chosen.entries()].filter(([, candidate]) => !written.has(fingerprint(candidate.item)));
  if (missing.length === 0 && progress.has("write", "succeeded")) return;
  if (!progress.has("write", "running")) {
    progress.begin("write");
    await progress.store();
  }
  for (let start = 0; start === 0 || start < missing.length; start += storiesAtOnce) {
    // Each batch may call a model, which costs money.
    timeLimit?.throwIfAborted();
    const batch = missing.slice(start, start + storiesAtOnce);
    const drafts = await Promise.all(
      batch.map(async ([firstVariant, candidate]): Promise<[string, Draft[]]> => {
        const own = await writeDrafts([candidate], { pipeline, brand, limits, firstVariant });
        return [fingerprint(candidate.item), own];
      }),
    );
    for (const [key, own] of drafts) written.set(key, own);
    if (start + storiesAtOnce >= missing.length) {
      const count = chosen.flatMap((candidate) => draftsOf(written, candidate)).length;
      progress.finish(pluralize(count, "post"));
      progress.begin("plan");
    }
    await (batch.length === 0 ? progress.store() : progress.keep("write", Object.fromEntries(drafts)));
  }
}

const draftsOf = (written: Written, { item }: Candidate) => written.get(fingerprint(item)) ?? [];
