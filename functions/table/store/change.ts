import type { Key } from "../keys.ts";

/** An item of the table, or some of its attributes. */
export type Item = Record<string, unknown>;

/** A condition expression with its placeholders. */
export interface Condition {
  condition?: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
}

/** One write of a commit. A check writes nothing: its condition only decides whether the other changes are stored. */
export type Change =
  | ({ kind: "put"; item: Item } & Condition)
  | ({ kind: "update"; key: Key; update: string } & Condition)
  | ({ kind: "delete"; key: Key } & Condition)
  | ({ kind: "check"; key: Key } & Condition);
