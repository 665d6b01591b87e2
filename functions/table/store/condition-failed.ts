import type { Item } from "./change.ts";

/** The condition of at least one change failed. The commit stored nothing. */
export class ConditionFailed extends Error {
  /** Index of the first change in the commit whose condition failed. */
  readonly index: number;
  /** Indexes of all changes whose condition failed. */
  readonly indexes: readonly number[];
  /** Private, so that a log of the error does not print a tenant's item. */
  readonly #found: ReadonlyMap<number, Item | null>;

  /**
   * @param found the stored item of each change whose condition failed, by the change's index; null if there is none
   */
  constructor(found: ReadonlyMap<number, Item | null>) {
    const indexes = [...found.keys()];
    const [index = 0] = indexes;
    super(`the condition of change ${index} failed`);
    this.name = "ConditionFailed";
    this.index = index;
    this.indexes = indexes;
    this.#found = found;
  }

  /** The stored item of the first change whose condition failed; null if there is none. */
  get found(): Item | null {
    return this.foundAt(this.index);
  }

  /** The stored item of the change at `index`; null if there is none, or if its condition did not fail. */
  foundAt(index: number): Item | null {
    return this.#found.get(index) ?? null;
  }
}
