import type { WeeklyAnalytics } from "../../../../client/api.ts";
import { formatTime } from "../../text/time.ts";

/** The last posts of a week are measured for the last time this long after its end. */
const lastMeasurementMs = 48 * 3_600_000;

/** Says whether the figures of a week are final, and when they will be. */
export function readinessOf(
  { status, endsAt, updatedAt }: Pick<WeeklyAnalytics, "status" | "endsAt" | "updatedAt">,
  nowMs: number,
  zone: string,
): string {
  const finalAtMs = Date.parse(endsAt) + lastMeasurementMs;
  const finalAt = formatTime(new Date(finalAtMs).toISOString(), zone);
  if (status === "pending")
    return nowMs < Date.parse(endsAt)
      ? `This week has not ended. Its first figures come on ${formatTime(endsAt, zone)}, and are final by ${finalAt}.`
      : "This week has ended. Its figures are being computed and will be here soon.";
  const computedAt = updatedAt === null ? "" : ` Computed on ${formatTime(updatedAt, zone)}.`;
  if (status === "ready") return `These figures are final.${computedAt}`;
  return nowMs < finalAtMs
    ? `Some posts are still being measured. The figures are final by ${finalAt}.${computedAt}`
    : `Some posts still lack their last measurement, which comes late.${computedAt}`;
}
