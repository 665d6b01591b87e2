/** When a schedule fires: once at a time since the epoch, or at an interval; both in milliseconds. */
export type ScheduleTiming = { kind: "at"; atMs: number } | { kind: "rate"; everyMs: number };

const unitMs: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * Reads `at(yyyy-mm-ddThh:mm:ss)` and `rate(value unit)` of EventBridge Scheduler. Returns undefined for anything else.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
 */
export function readScheduleExpression(expression: string): ScheduleTiming | undefined {
  const at = /^at\((\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})\)$/.exec(expression)?.[1];
  if (at !== undefined) {
    const atMs = Date.parse(`${at}Z`);
    return Number.isNaN(atMs) ? undefined : { kind: "at", atMs };
  }
  const [, count, unit] = /^rate\(([1-9]\d*) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (count === undefined || unit === undefined) return undefined;
  return { kind: "rate", everyMs: Number(count) * (unitMs[unit] ?? Number.NaN) };
}
