import type { DatabaseSync } from "node:sqlite";
import { type ClockAnchor, serviceTimeAt } from "./service-date.ts";

const heartbeatMs = 1000;

/** The clock of functions, queues and schedules: real time, or `speed` times as fast. */
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
 */
export function startClock(database: DatabaseSync, speed: number): ServiceClock {
  const realMs = Date.now();
  const anchor: ClockAnchor = { realMs, serviceMs: Math.max(realMs, lastReading(database, realMs)), speed };
  const save = database.prepare(
    "INSERT OR REPLACE INTO clock (id, realMs, serviceMs, speed) VALUES (1, ?, ?, ?)",
  );
  const now = () => serviceTimeAt(anchor, Date.now());
  const beat = () => {
    save.run(Date.now(), now(), speed);
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
