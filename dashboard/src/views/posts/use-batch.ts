import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { BatchAction, Post } from "../../../../client/api.ts";
import { undoOf } from "./batch-rules.ts";
import { rereadLists, showChanged } from "./post-queries.ts";
import { type BatchResult, runBatch } from "./run-batch.ts";
import { useSingle } from "./use-single.ts";

/** A batch that has ended. */
export interface BatchOutcome {
  action: BatchAction;
  isUndo: boolean;
  results: readonly BatchResult[];
  /** The posts before the batch, by id. The report shows their texts. */
  before: ReadonlyMap<string, Post>;
}

export interface Batch {
  /** The batch that ended last; null if there is none to report. */
  outcome: BatchOutcome | null;
  /** The progress of the running batch; null if none is running. */
  progress: { done: number; total: number } | null;
  run: (action: BatchAction, posts: readonly Post[]) => void;
  /** Takes back what the last batch did. */
  undo: () => void;
  dismiss: () => void;
}

interface Request {
  action: BatchAction;
  posts: readonly Post[];
  isUndo: boolean;
}

/**
 * Runs actions for many posts, and keeps the result of each post until the next action.
 * @param select is called with the posts for which the action failed, so that they stay selected
 */
export function useBatch(select: (ids: readonly string[]) => void): Batch {
  const [outcome, setOutcome] = useState<BatchOutcome | null>(null);
  const [progress, setProgress] = useState<Batch["progress"]>(null);
  const mutation = useMutation({
    mutationFn: async ({ action, posts, isUndo }: Request): Promise<BatchOutcome> => {
      const total = posts.length;
      setProgress({ done: 0, total });
      const steps = isUndo ? undoOf[action].steps : [action];
      const results = await runSteps(steps, posts, (done) => setProgress({ done, total }));
      return { action, isUndo, results, before: new Map(posts.map((post) => [post.id, post])) };
    },
    onSuccess: (ended) => {
      setOutcome(ended);
      select(ended.results.filter(({ error }) => error !== undefined).map(({ id }) => id));
      showChanged(changedPosts(ended));
    },
    onSettled: () => {
      setProgress(null);
      rereadLists();
    },
  });
  const { mutate } = mutation;
  const single = useSingle();
  const start = (request: Request) => single((onSettled) => mutate(request, { onSettled }));
  return {
    outcome,
    progress,
    run: (action, posts) => start({ action, posts, isUndo: false }),
    undo: () => {
      if (outcome === null) return;
      start({ action: outcome.action, posts: changedPosts(outcome), isUndo: true });
    },
    dismiss: () => setOutcome(null),
  };
}

const changedPosts = ({ results }: BatchOutcome): Post[] => results.flatMap(({ post }) => post ?? []);

/** Does one action after the other. A post whose action fails is left out of the next ones. */
async function runSteps(
  steps: readonly BatchAction[],
  posts: readonly Post[],
  onProgress: (done: number) => void,
): Promise<BatchResult[]> {
  const results = new Map<string, BatchResult>();
  let ids = posts.map(({ id }) => id);
  for (const step of steps) {
    for (const result of await runBatch(step, ids, onProgress)) results.set(result.id, result);
    ids = ids.filter((id) => results.get(id)?.error === undefined);
  }
  return [...results.values()];
}
