import type { DatabaseSync } from "node:sqlite";
import { type ClockAnchor, serviceTimeAt } from "./service-date.ts";

const heartbeatMs = 1000;

/** The service's clock: real time, or `speed` times as fast. */
export interface ServiceClock {
  speed: number;
  /** For threads that patch their `Date`. */
  anchor: ClockAnchor;
  /** Milliseconds since the epoch on the service clock. */
  now(): number;
  /** How long in real milliseconds until the service clock shows `serviceMs`; 0 when it has. */
  realMsUntil(serviceMs: number): number;
  stop(): void;
}

/**
 * Starts the clock at real time or, where an earlier fast run went ahead of that, at where it would be by now; so it
 * never runs backwards over restarts. Its position is stored once a second, in case the process is killed.
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

/** Where the clock stands at `realMs` by its last heartbeat, which a killed process may have outlived by two beats. */
function lastReading(database: DatabaseSync, realMs: number): number {
  const row = database.prepare("SELECT realMs, serviceMs, speed FROM clock").get();
  if (row === undefined) return 0;
  const elapsedMs = Math.max(0, realMs - Number(row["realMs"]));
  const perhapsFastMs = Math.min(elapsedMs, 2 * heartbeatMs);
  return Number(row["serviceMs"]) + perhapsFastMs * Number(row["speed"]) + (elapsedMs - perhapsFastMs);
}
