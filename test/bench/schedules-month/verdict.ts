import { minuteMs } from "../../../functions/domain/time.ts";

/** How the times at which something happened compare with the times at which it was due. */
export interface Verdict {
  due: number;
  missed: number;
  doubled: number;
  early: number;
  over60s: number;
  latenessMs: number[];
}

export const nothingYet = (): Verdict => ({
  due: 0,
  missed: 0,
  doubled: 0,
  early: 0,
  over60s: 0,
  latenessMs: [],
});

/** Something that happened closer before its time than this was early, and not a day late. */
const earlyMs = 10 * minuteMs;

/**
 * Adds what happened for one brand. Each thing belongs to its own due time if it has one in its record, else to the last one
 * before it, or to the next one if that is close.
 */
export function judge(
  verdict: Verdict,
  dueMs: readonly number[],
  happened: readonly { atMs: number; dueMs?: number }[],
): void {
  const timesOf = new Map<number | undefined, number[]>(dueMs.map((due) => [due, []]));
  for (const { atMs, dueMs: own } of happened) {
    const next = dueMs.find((due) => due > atMs && due - atMs < earlyMs);
    const times = timesOf.get(own ?? next ?? dueMs.findLast((due) => due <= atMs));
    // Nothing was due.
    if (times === undefined) verdict.doubled += 1;
    else times.push(atMs);
  }
  for (const due of dueMs) {
    const times = timesOf.get(due) ?? [];
    verdict.due += 1;
    if (times.length === 0) verdict.missed += 1;
    verdict.doubled += Math.max(0, times.length - 1);
    verdict.early += times.filter((at) => at < due).length;
    verdict.over60s += times.filter((at) => at - due > minuteMs).length;
    verdict.latenessMs.push(...times.map((at) => at - due));
  }
}

export function isClean({ missed, doubled, early, over60s }: Verdict): boolean {
  return missed + doubled + early + over60s === 0;
}
