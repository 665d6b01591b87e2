import { useCallback, useMemo, useState } from "react";
import type { Post } from "../../../../client/api.ts";

/** Which of the loaded posts are selected. */
export interface Selection {
  ids: ReadonlySet<string>;
  posts: readonly Post[];
  toggle: (id: string, isSelected: boolean) => void;
  /** Selects these posts and no others. */
  select: (ids: readonly string[]) => void;
}

/** Remembers which posts are selected. `posts` has only selected posts that are still in the list. */
export function useSelection(posts: readonly Post[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((id: string, isSelected: boolean) => {
    setChosen((current) => {
      const next = new Set(current);
      if (isSelected) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const select = useCallback((ids: readonly string[]) => setChosen(new Set(ids)), []);
  const selected = useMemo(() => posts.filter(({ id }) => chosen.has(id)), [posts, chosen]);
  return { ids: chosen, posts: selected, toggle, select };
}
