import * as z from "zod/mini";
import { calendarStatuses } from "../../domain/calendar-view.ts";
import { endProblem, isPoint, pointPattern } from "../../domain/calendar-window.ts";
import { blockedReasons } from "../../domain/open-times.ts";
import { timestamp } from "./fields.ts";

const notAPoint =
  "must be a date, such as 2026-11-23, or an ISO 8601 date and time with its offset, such as 2026-11-23T00:00:00Z";

const point = z.string().check(
  // Stop here if the format is wrong: one message per field is enough.
  z.regex(pointPattern, { error: notAPoint, abort: true }),
  z.refine(isPoint, notAPoint),
);

export const calendarQuery = z.object({ from: point, to: point }).check((context) => {
  const { from, to } = context.value;
  if (!isPoint(from) || !isPoint(to)) return;
  const problem = endProblem(from, to);
  if (problem !== null) context.issues.push({ code: "custom", message: problem, input: to, path: ["to"] });
});

export const blockedReason = z.enum(blockedReasons);

export const calendarStatus = z.enum(calendarStatuses);

export const plannedPost = z.object({
  postId: z.string(),
  channel: z.string(),
  status: calendarStatus,
  text: z.string(),
});

/** A time on the wall clock of the brand. */
const localTime = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/));

export const calendarSlot = z.object({
  at: timestamp,
  localAt: localTime,
  blockedBy: z.nullable(blockedReason),
  posts: z.array(plannedPost),
});

export const otherPost = z.object({
  at: timestamp,
  localAt: localTime,
  ...plannedPost.shape,
});

export const blockedPeriod = z.object({
  reason: blockedReason,
  from: timestamp,
  localFrom: localTime,
  to: timestamp,
  localTo: localTime,
});

export const calendar = z.object({
  brandId: z.string(),
  timezone: z.string(),
  from: timestamp,
  to: timestamp,
  slots: z.array(calendarSlot),
  otherPosts: z.array(otherPost),
  blocked: z.array(blockedPeriod),
  hasMorePosts: z.boolean(),
});
