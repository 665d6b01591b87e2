import { useMemo } from "react";
import { Time, useNow } from "../../parts/time.tsx";
import { nextTimes } from "./schedule-times.ts";

/** The next times of a schedule on the clock of a zone, computed again each minute. Empty if the schedule is not valid. */
export function useNextTimes(schedule: string | null, zone: string | undefined, count: number): string[] {
  const minute = Math.floor(useNow() / 60_000);
  return useMemo(() => {
    if (schedule === null || zone === undefined) return [];
    try {
      return nextTimes(schedule, zone, minute * 60_000, count);
    } catch {
      return [];
    }
  }, [schedule, zone, minute, count]);
}

/** The next five times of a schedule. */
export function NextTimes({ schedule, zone }: { schedule: string | null; zone: string | undefined }) {
  const times = useNextTimes(schedule, zone, 5);
  if (times.length === 0) return null;
  return (
    <ol className="stack stack-tight" aria-label="The next five times">
      {times.map((at) => (
        <li key={at}>
          <Time at={at} zone={zone} />
        </li>
      ))}
    </ol>
  );
}
