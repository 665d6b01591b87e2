import { hourMs, minuteMs } from "../../../functions/domain/time.ts";

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

/**
 * Adds what happened for one brand. What happened belongs to the last due time before it, or to the first one within an hour
 * after it: then it was early.
 */
export function judge(verdict: Verdict, dueMs: readonly number[], happenedMs: readonly number[]): void {
  const happened = new Map<number, number[]>(dueMs.map((due) => [due, []]));
  for (const at of happenedMs) {
    const next = dueMs.find((due) => due > at && due - at < hourMs && happened.get(due)?.length === 0);
    const due = dueMs.findLast((one) => one <= at && at - one < hourMs) ?? next;
    if (due === undefined) verdict.doubled += 1;
    else happened.get(due)?.push(at);
  }
  for (const [due, times] of happened) {
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
