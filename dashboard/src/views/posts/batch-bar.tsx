import { useEffect, useRef } from "react";
import type { Post } from "../../../../client/api.ts";
import { Button } from "../../parts/button.tsx";
import { useNow } from "../../parts/time.tsx";
import { countOf } from "../../text/numbers.ts";
import { batchActions, batchWords, isDue, takes } from "./batch-rules.ts";
import { isOutcomeUnknown } from "./failure-advice.ts";
import styles from "./posts.module.css";
import type { Batch } from "./use-batch.ts";
import type { Selection } from "./use-selection.ts";

interface BatchBarProps {
  /** The posts that are loaded. */
  posts: readonly Post[];
  selection: Selection;
  batch: Batch;
  hasMore: boolean;
}

/** Selects all posts or none, and offers the actions that the selected posts allow. */
export function BatchBar({ posts, selection, batch: { run, progress }, hasMore }: BatchBarProps) {
  const count = selection.posts.length;
  const isAll = count === posts.length;
  return (
    <div className={styles.bar} role="group" aria-label="Actions for the selected posts">
      <SelectAll
        isAll={isAll}
        isSome={count > 0 && !isAll}
        label={hasMore ? `Select all ${posts.length} loaded` : `Select all ${posts.length}`}
        onChange={() => selection.select(isAll ? [] : posts.map(({ id }) => id))}
      />
      {count === 0 ? null : <strong>{count} selected</strong>}
      {batchActions.map((action) => {
        const allowed = selection.posts.filter((post) => takes(post, action));
        if (allowed.length === 0) return null;
        return (
          <Button
            key={action}
            small
            look={action === "approve" ? "primary" : "normal"}
            busy={progress !== null}
            onClick={() => run(action, allowed)}
          >
            {batchWords[action].verb} {countOf(allowed.length, "post")}
          </Button>
        );
      })}
      {progress === null ? null : (
        <span role="status">
          {progress.done} of {countOf(progress.total, "post")} done …
        </span>
      )}
      <DueNow posts={selection.posts} />
      <Unknown posts={selection.posts} />
    </div>
  );
}

/** Says that the approval of some posts publishes them at once. */
function DueNow({ posts }: { posts: readonly Post[] }) {
  const nowMs = useNow();
  const due = posts.filter((post) => post.status === "pending" && isDue(post, nowMs));
  if (due.length === 0) return null;
  return (
    <span className="small soft">
      {countOf(due.length, "waiting post")} without a future time: approval publishes at once.
    </span>
  );
}

/** Says that a batch does not retry posts with an unknown outcome. */
function Unknown({ posts }: { posts: readonly Post[] }) {
  const count = posts.filter(isOutcomeUnknown).length;
  if (count === 0) return null;
  return (
    <span className="small soft">
      {countOf(count, "post")} may be on the channel already. Open each of them to say what it shows.
    </span>
  );
}

interface SelectAllProps {
  isAll: boolean;
  isSome: boolean;
  label: string;
  onChange: () => void;
}

function SelectAll({ isAll, isSome, label, onChange }: SelectAllProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <label className="check">
      <input ref={input} type="checkbox" checked={isAll} onChange={onChange} />
      <span>{label}</span>
    </label>
  );
}
