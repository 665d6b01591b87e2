import { linkKey } from "./keys.ts";
import type { Change } from "./store/change.ts";
import { readItem } from "./store/read.ts";
import type { Table } from "./store/table.ts";
import { updateItem } from "./store/update.ts";

/**
 * The change that sets the target of a post's tracked link, for any channel. The clicks counted before stay. Without a
 * target the link leads nowhere.
 */
export function linkChange(postId: string, target: string | null): Change {
  const common = { kind: "update" as const, key: linkKey(postId), names: { "#target": "target" } };
  if (target === null) return { ...common, update: "REMOVE #target" };
  return {
    ...common,
    update: "SET #target = :target, clicks = if_not_exists(clicks, :none)",
    values: { ":target": target, ":none": 0 },
  };
}

/** Counts a click on a link and returns its target; null when there is no such link. One write. */
export async function followLink(table: Table, postId: string): Promise<string | null> {
  const counted = await updateItem(table, linkKey(postId), {
    update: "ADD clicks :one",
    condition: "attribute_exists(#target)",
    names: { "#target": "target" },
    values: { ":one": 1 },
  });
  return counted.written ? String(counted.item.target) : null;
}

/** Reads how often a post's link was followed; null when the post has no link. One read. */
export async function clicksOf(table: Table, postId: string): Promise<number | null> {
  const link = await readItem<{ clicks?: number }>(table, linkKey(postId));
  return link?.clicks ?? null;
}
