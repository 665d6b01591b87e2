import type { Change, Item } from "./change.ts";

/**
 * The change that stores an item with its next `version`, which counts the writes. Its condition fails if another writer has
 * stored the item since it was read.
 * @param readVersion the version that was read; null if there was no item
 */
export function versionedPut(item: Item, readVersion: number | null): Change {
  const put = { kind: "put" as const, item: { ...item, version: (readVersion ?? 0) + 1 } };
  const names = { "#version": "version" };
  if (readVersion === null) return { ...put, condition: "attribute_not_exists(#version)", names };
  return { ...put, condition: "#version = :read", names, values: { ":read": readVersion } };
}
