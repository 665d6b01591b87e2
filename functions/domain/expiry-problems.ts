import type { FieldProblem } from "./errors.ts";
import { fieldOf } from "./field-of.ts";
import { dayMs } from "./time.ts";

/**
 * Finds what is wrong with the `expiresAt` of a body, as it was sent, that the schema cannot find: it must be in the future,
 * and not more than a number of days ahead.
 */
export function expiryProblems(
  body: unknown,
  nowMs: number,
  daysMax: number = Number.POSITIVE_INFINITY,
): FieldProblem[] {
  const expiresAt = fieldOf(body, "expiresAt");
  // The schema says what is wrong with anything that is not a time.
  const inMs = typeof expiresAt === "string" ? Date.parse(expiresAt) - nowMs : Number.NaN;
  if (inMs <= 0) return [{ field: "expiresAt", reason: "must be in the future" }];
  if (inMs > daysMax * dayMs) return [{ field: "expiresAt", reason: `must be within ${daysMax} days` }];
  return [];
}
