import { capitalized } from "../../text/capitalized.ts";
import { type CronField, readCron } from "./cron-fields.ts";

/** "Every weekday at 09:00 in Europe/Berlin". Names the expression where it is too special for words. */
export function scheduleInWords(schedule: string | null, zone?: string): string {
  if (schedule === null) return "Only when someone runs it";
  const words = cronInWords(schedule) ?? `By the cron expression ${schedule}`;
  return zone === undefined ? words : `${words} in ${zone}`;
}

function cronInWords(schedule: string): string | null {
  const fields = readCron(schedule);
  if (fields === null) return null;
  const times = timesInWords(fields.minutes, fields.hours);
  const days = daysInWords(fields.days, fields.weekdays);
  const months = monthsInWords(fields.months);
  if (times === null || days === null || months === null) return null;
  const isOften = times.startsWith("every");
  const words =
    isOften && days === "every day" ? `${times}${months}` : `${days}${months}${isOften ? ", " : " "}${times}`;
  return capitalized(words);
}

/** More times, days or months than this are hard to read. */
const namedMax = 6;

function timesInWords({ values: minutes }: CronField, { values: hours }: CronField): string | null {
  const [minute = 0] = minutes;
  const [firstHour = 0] = hours;
  const lastHour = hours.at(-1) ?? 0;
  const often = stepOf(minutes, 60);
  const isHourly = minutes.length === 1;
  const interval = isHourly ? "every hour" : often === null ? null : everyCount(often, "minute");

  if (hours.length === 24) {
    if (interval !== null && !isHourly) return interval;
    if (minutes.length > namedMax) return null;
    return isHourly && minute === 0
      ? "every hour on the hour"
      : `every hour at ${isHourly ? "minute" : "minutes"} ${listOf(minutes.map(String))}`;
  }
  if (hours.length * minutes.length <= 3) return atTimes(hours, minutes);
  const hourStep = stepOf(hours, 24);
  if (hourStep !== null && isHourly) return `every ${hourStep} hours, beginning at ${timeOf(0, minute)}`;
  if (interval !== null && lastHour - firstHour === hours.length - 1)
    return `${interval} from ${timeOf(firstHour, minute)} to ${timeOf(lastHour, minutes.at(-1) ?? 0)}`;
  return hours.length * minutes.length <= namedMax ? atTimes(hours, minutes) : null;
}

function atTimes(hours: readonly number[], minutes: readonly number[]): string {
  return `at ${listOf(hours.flatMap((hour) => minutes.map((minute) => timeOf(hour, minute))))}`;
}

/** The step of values that divide a whole equally from 0: 15 for 0, 15, 30, 45 of 60. Null if they do not, or for one value. */
function stepOf(values: readonly number[], whole: number): number | null {
  const step = whole / values.length;
  return values.length > 1 && values.every((value, index) => value === index * step) ? step : null;
}

function daysInWords(days: CronField, weekdays: CronField): string | null {
  if (days.values.length > namedMax && !days.isEvery) return null;
  const onDays = `on the ${listOf(days.values.map(ordinal))} of the month`;
  if (weekdays.isEvery) return days.isEvery ? "every day" : onDays;
  const onWeekdays = weekdaysInWords(weekdays.values);
  // If an expression has both, cron runs on the days that match one of them.
  return days.isEvery ? onWeekdays : `${onDays} and ${onWeekdays}`;
}

function weekdaysInWords(values: readonly number[]): string {
  if (values.length === 7) return "every day";
  if (values.join() === "1,2,3,4,5") return "every weekday";
  const fromMonday = values.toSorted((one, other) => ((one + 6) % 7) - ((other + 6) % 7));
  return `every ${listOf(fromMonday.map((value) => weekdayNames[value] ?? ""))}`;
}

function monthsInWords({ isEvery, values }: CronField): string | null {
  if (isEvery || values.length === 12) return "";
  return values.length > namedMax
    ? null
    : ` in ${listOf(values.map((value) => monthNames[value - 1] ?? ""))}`;
}

/** In the order of a cron expression: 0 is Sunday. */
export const weekdayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const lists = new Intl.ListFormat("en-GB");
const listOf = (words: readonly string[]) => lists.format(words);
const twoDigits = (value: number) => String(value).padStart(2, "0");
const timeOf = (hour: number, minute: number) => `${twoDigits(hour)}:${twoDigits(minute)}`;
const everyCount = (count: number, unit: string) =>
  count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;

const ordinals = new Intl.PluralRules("en-GB", { type: "ordinal" });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };
const ordinal = (value: number) => `${value}${endings[ordinals.select(value)] ?? "th"}`;
