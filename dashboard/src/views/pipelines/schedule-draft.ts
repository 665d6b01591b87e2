import { readCron } from "./cron-fields.ts";

/** How often a pipeline runs, as people choose it. */
export const scheduleKinds = {
  none: "Only when someone runs it",
  hourly: "Every hour",
  daily: "Every day",
  weekdays: "Every weekday",
  weekly: "Every week",
  cron: "By a cron expression",
};

export type ScheduleKind = keyof typeof scheduleKinds;

/** A schedule in a form. The fields that its kind does not use keep what was typed. */
export interface ScheduleDraft {
  kind: ScheduleKind;
  /** The minute of the hour. */
  minute: string;
  /** `HH:MM`. */
  time: string;
  /** 0 is Sunday. */
  weekday: string;
  cron: string;
}

export const emptySchedule: ScheduleDraft = {
  kind: "none",
  minute: "0",
  time: "09:00",
  weekday: "1",
  cron: "0 9 * * 1-5",
};

/** The cron expression of a draft; null for none. It is not valid while the draft is incomplete. */
export function cronOf({ kind, minute, time, weekday, cron }: ScheduleDraft): string | null {
  const [hours = "", minutes = ""] = time.split(":");
  const at = `${plain(minutes)} ${plain(hours)}`;
  switch (kind) {
    case "none":
      return null;
    case "hourly":
      return `${plain(minute)} * * * *`;
    case "daily":
      return `${at} * * *`;
    case "weekdays":
      return `${at} * * 1-5`;
    case "weekly":
      return `${at} * * ${weekday}`;
    case "cron":
      return cron.trim();
  }
}

/** "9" for "09". An empty text gives "?", which no cron expression has, and not 0. */
const plain = (digits: string) => (digits === "" ? "?" : String(Number(digits)));

/** The draft of a schedule: the simplest kind that means the same. */
export function scheduleDraftOf(schedule: string | null): ScheduleDraft {
  if (schedule === null) return emptySchedule;
  const draft = presetOf(schedule);
  // Use a preset only if it gives the same expression. Otherwise an unchanged form would send a change.
  return draft !== null && cronOf(draft) === schedule
    ? draft
    : { ...emptySchedule, kind: "cron", cron: schedule };
}

function presetOf(schedule: string): ScheduleDraft | null {
  const fields = readCron(schedule);
  const [minute] = fields?.minutes.values ?? [];
  const [hour] = fields?.hours.values ?? [];
  if (fields === null || minute === undefined || hour === undefined) return null;
  const time = `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
  const given = { ...emptySchedule, cron: schedule };
  if (fields.hours.isEvery) return { ...given, kind: "hourly", minute: String(minute) };
  if (fields.weekdays.isEvery) return { ...given, kind: "daily", time };
  const [weekday = 0, ...others] = fields.weekdays.values;
  if (others.length > 0) return { ...given, kind: "weekdays", time };
  return { ...given, kind: "weekly", time, weekday: String(weekday) };
}
