import type { DatabaseSync } from "node:sqlite";
import { anchorAt, type ClockAnchor, monotonicMs, serviceTimeAt } from "./service-date.ts";

const heartbeatMs = 1000;

/** The clock of functions, queues and schedules: real time, or `speed` times as fast. It never runs backwards. */
export interface ServiceClock {
  speed: number;
  /** For `patchDate`. */
  anchor: ClockAnchor;
  /** Returns the time on this clock, in milliseconds since the epoch. */
  now(): number;
  /** Returns how many real milliseconds pass until this clock shows `serviceMs`; 0 for a time that has passed. */
  realMsUntil(serviceMs: number): number;
  stop(): void;
}

/**
 * Starts the clock at real time. If an earlier fast run is ahead of real time, the clock continues from there, so it never
 * runs backwards over restarts. Its time is stored once a second, because the process may be killed.
 *
 * While it runs, it follows the monotonic clock. So a wall clock that is set back does not set it back. A wall clock that
 * goes ahead, because it was set or because the machine slept, sets it forward within a second, by the same time at any
 * speed. `onProblem` gets the error of a time that could not be stored.
 */
export function startClock(
  database: DatabaseSync,
  speed: number,
  onProblem: (error: unknown) => void = () => undefined,
): ServiceClock {
  const startedMs = Date.now();
  const anchor = anchorAt(Math.max(startedMs, lastReading(database, startedMs)), speed);
  const save = database.prepare(
    "INSERT OR REPLACE INTO clock (id, realMs, serviceMs, speed) VALUES (1, ?, ?, ?)",
  );
  const now = () => serviceTimeAt(anchor);
  const follow = () => {
    const aheadMs = Date.now() - startedMs - (monotonicMs() - anchor.monotonicMs);
    const aheadSeconds = Math.floor(aheadMs / 1000);
    if (aheadSeconds > Atomics.load(anchor.skippedSeconds, 0))
      Atomics.store(anchor.skippedSeconds, 0, aheadSeconds);
  };
  const beat = () => {
    follow();
    try {
      save.run(Date.now(), now(), speed);
    } catch (error) {
      onProblem(error);
    }
  };
  beat();
  const timer = setInterval(beat, heartbeatMs).unref();
  return {
    speed,
    anchor,
    now,
    realMsUntil: (serviceMs) => Math.max(0, (serviceMs - now()) / speed),
    stop() {
      clearInterval(timer);
      beat();
    },
  };
}

/** Returns what the last run's clock would show at `realMs`. A killed process may have run for two heartbeats more. */
function lastReading(database: DatabaseSync, realMs: number): number {
  const row = database.prepare("SELECT realMs, serviceMs, speed FROM clock").get();
  if (row === undefined) return 0;
  const elapsedMs = Math.max(0, realMs - Number(row["realMs"]));
  const perhapsFastMs = Math.min(elapsedMs, 2 * heartbeatMs);
  return Number(row["serviceMs"]) + perhapsFastMs * Number(row["speed"]) + (elapsedMs - perhapsFastMs);
}
