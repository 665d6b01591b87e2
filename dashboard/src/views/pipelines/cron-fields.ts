/** A part of a cron expression. */
export interface CronField {
  /** Whether it is `*`. */
  isEvery: boolean;
  /** In ascending order. */
  values: readonly number[];
}

/** A cron expression of five parts. */
export interface CronFields {
  minutes: CronField;
  hours: CronField;
  days: CronField;
  months: CronField;
  /** 0 is Sunday. */
  weekdays: CronField;
}

const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const weekdayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** Reads a cron expression of numbers, names, lists, ranges and steps. Null for any other expression. */
export function readCron(schedule: string): CronFields | null {
  const parts = schedule.trim().split(/\s+/);
  if (parts.length !== 5) return null;
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = parts;
  const minutes = readField(minute, 0, 59);
  const hours = readField(hour, 0, 23);
  const days = readField(day, 1, 31);
  const months = readField(month, 1, 12, named(monthNames, 1));
  const weekdays = readField(weekday, 0, 7, named(weekdayNames, 0));
  if (minutes === null || hours === null || days === null || months === null || weekdays === null)
    return null;
  // Sunday is both 0 and 7.
  const values = weekdays.isEvery ? weekdays.values.slice(0, 7) : weekdays.values.map((value) => value % 7);
  return { minutes, hours, days, months, weekdays: { ...weekdays, values: sorted(values) } };
}

const named = (names: readonly string[], first: number) =>
  new Map(names.map((name, index) => [name, index + first]));

const sorted = (values: readonly number[]) => [...new Set(values)].toSorted((one, other) => one - other);

function readField(
  text: string,
  min: number,
  max: number,
  names: ReadonlyMap<string, number> = new Map(),
): CronField | null {
  const numberOf = (word: string | undefined): number => {
    if (word === undefined) return Number.NaN;
    return /^\d{1,2}$/.test(word) ? Number(word) : (names.get(word.toLowerCase()) ?? Number.NaN);
  };
  const values: number[] = [];
  for (const item of text.split(",")) {
    const [, range = "", stepText] = /^([^/]+)(?:\/(\d{1,2}))?$/.exec(item) ?? [];
    const [firstWord, lastWord, ...rest] = range.split("-");
    const isStar = range === "*";
    const isRange = isStar || lastWord !== undefined;
    const first = isStar ? min : numberOf(firstWord);
    const last = isStar ? max : isRange ? numberOf(lastWord) : first;
    const step = stepText === undefined ? 1 : Number(stepText);
    // Cron implementations read "5/10" in different ways.
    if (rest.length > 0 || step < 1 || (stepText !== undefined && !isRange)) return null;
    if (!(first >= min && last <= max && first <= last)) return null;
    for (let value = first; value <= last; value += step) values.push(value);
  }
  return { isEvery: text === "*", values: sorted(values) };
}
