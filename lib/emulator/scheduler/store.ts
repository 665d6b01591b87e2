import type { DatabaseSync } from "node:sqlite";
import { type JsonObject, parseJsonObject } from "../json.ts";

/** A schedule as it was requested, and when it fires next on the service clock. */
export interface StoredSchedule {
  groupName: string;
  name: string;
  request: JsonObject;
  /** Undefined once a one-time schedule has completed. */
  dueMs: number | undefined;
  /** Undefined for a one-time schedule. */
  intervalMs: number | undefined;
  /** Whether it is of the template, and not created by a function. */
  fromTemplate: boolean;
}

/** The stored schedules. Each change is on disk when its call returns. */
export interface ScheduleStore {
  find(groupName: string, name: string): StoredSchedule | undefined;
  save(schedule: StoredSchedule): void;
  setDue(groupName: string, name: string, dueMs: number | undefined): void;
  /** Returns the schedules of the template. */
  templates(): StoredSchedule[];
  /** Returns whether there was one. */
  remove(groupName: string, name: string): boolean;
  /** Returns up to 1000 schedules that are due at `untilMs` or before, the earliest first. */
  due(untilMs: number): StoredSchedule[];
  /** Returns the first due time after `afterMs`. */
  nextDueMs(afterMs: number): number | undefined;
}

export function openScheduleStore(database: DatabaseSync): ScheduleStore {
  database.exec("CREATE INDEX IF NOT EXISTS schedulesByDue ON schedules (dueMs)");
  const find = database.prepare("SELECT * FROM schedules WHERE groupName = ? AND name = ?");
  const save = database.prepare("INSERT OR REPLACE INTO schedules VALUES (?, ?, ?, ?, ?, ?)");
  const setDue = database.prepare("UPDATE schedules SET dueMs = ? WHERE groupName = ? AND name = ?");
  const templates = database.prepare("SELECT * FROM schedules WHERE fromTemplate = 1");
  const remove = database.prepare("DELETE FROM schedules WHERE groupName = ? AND name = ?");
  const due = database.prepare("SELECT * FROM schedules WHERE dueMs <= ? ORDER BY dueMs LIMIT 1000");
  const next = database.prepare("SELECT MIN(dueMs) AS dueMs FROM schedules WHERE dueMs > ?");
  return {
    find(groupName, name) {
      const row = find.get(groupName, name);
      return row === undefined ? undefined : read(row);
    },
    save({ groupName, name, request, dueMs, intervalMs, fromTemplate }) {
      save.run(
        groupName,
        name,
        JSON.stringify(request),
        dueMs ?? null,
        intervalMs ?? null,
        fromTemplate ? 1 : 0,
      );
    },
    setDue(groupName, name, dueMs) {
      setDue.run(dueMs ?? null, groupName, name);
    },
    templates: () => templates.all().map(read),
    remove: (groupName, name) => remove.run(groupName, name).changes > 0,
    due: (untilMs) => due.all(untilMs).map(read),
    nextDueMs: (afterMs) => numberOf(next.get(afterMs)?.["dueMs"]),
  };
}

function read(row: Record<string, unknown>): StoredSchedule {
  return {
    groupName: String(row["groupName"]),
    name: String(row["name"]),
    request: parseJsonObject(String(row["request"]), "The stored schedule"),
    dueMs: numberOf(row["dueMs"]),
    intervalMs: numberOf(row["intervalMs"]),
    fromTemplate: row["fromTemplate"] === 1,
  };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
