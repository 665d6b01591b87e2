import type * as z from "zod/mini";
import type { calendarRoutes } from "../../../functions/contract/routes/calendar.ts";
import * as calendars from "../../../functions/contract/schemas/calendar.ts";
import { calendarTextMax } from "../../../functions/domain/calendar-view.ts";
import { enumSchema, id, responseSchema } from "../component.ts";
import { exampleCalendarDates, exampleIds, exampleTimes } from "../example-story.ts";
import { invalidExample, type OperationText, type Tagged } from "../operation-text.ts";

export const exampleCalendar: z.output<typeof calendars.calendar> = {
  brandId: exampleIds.brd,
  timezone: "Europe/Zurich",
  from: "2026-11-22T23:00:00.000Z",
  to: "2026-11-23T23:00:00.000Z",
  slots: [
    {
      at: exampleTimes.due,
      localAt: "2026-11-23T09:30:00+01:00",
      blockedBy: null,
      posts: [
        {
          postId: exampleIds.pst,
          channel: "feed",
          status: "published",
          text: "How long should an espresso take? Twenty-five seconds, say the new champions.",
        },
      ],
    },
  ],
  otherPosts: [],
  blocked: [
    {
      reason: "quiet_hours",
      from: "2026-11-22T23:00:00.000Z",
      localFrom: "2026-11-23T00:00:00+01:00",
      to: "2026-11-23T06:00:00.000Z",
      localTo: "2026-11-23T07:00:00+01:00",
    },
    {
      reason: "quiet_hours",
      from: "2026-11-23T21:00:00.000Z",
      localFrom: "2026-11-23T22:00:00+01:00",
      to: "2026-11-23T23:00:00.000Z",
      localTo: "2026-11-24T00:00:00+01:00",
    },
  ],
  hasMorePosts: false,
};

const localText = "The same time on the wall clock of the brand, with its offset from UTC.";
const postTexts = {
  postId: id("pst", "The id of the post."),
  channel: "The channel of the post.",
  status: "The status of the post.",
  text: `The beginning of the post's text: at most ${calendarTextMax} characters.`,
};

export const calendarComponents = {
  BlockedReason: enumSchema(
    calendars.blockedReason,
    "Why no post of a run is planned at a time. Where both apply, it is `blackout_date`.",
  ),
  CalendarPostStatus: enumSchema(
    calendars.calendarStatus,
    "The status of a post in a calendar. A draft is in no calendar.",
  ),
  PlannedPost: responseSchema(calendars.plannedPost, "A post in a posting slot.", postTexts),
  CalendarSlot: responseSchema(calendars.calendarSlot, "A posting slot of the brand.", {
    at: "The time of the slot.",
    localAt: localText,
    blockedBy:
      "Why runs leave the slot empty: it is in quiet hours or on a blackout date. `null` if they do not.",
    posts:
      "The posts whose `scheduledAt` is this time: at most one of each channel that is pending or scheduled, and those that failed or are published.",
  }),
  OtherPost: responseSchema(calendars.otherPost, "A post whose time is not a posting slot.", {
    at: "The `scheduledAt` of the post.",
    localAt: localText,
    ...postTexts,
  }),
  BlockedPeriod: responseSchema(
    calendars.blockedPeriod,
    "A period in which no post of a run is planned. A period that begins before the calendar or ends after it is cut off there.",
    {
      reason: "The setting that the period comes from.",
      from: "When the period begins.",
      localFrom: localText,
      to: "When the period ends.",
      localTo: localText,
    },
  ),
  Calendar: responseSchema(calendars.calendar, "What is planned for a brand.", {
    brandId: id("brd", "The id of the brand."),
    timezone: "The time zone of the brand.",
    from: "Where the calendar begins, in UTC.",
    to: "Where the calendar ends, in UTC.",
    slots: "The posting slots of the brand, by their time.",
    otherPosts: "The posts at other times, by their time.",
    blocked:
      "The quiet hours and the blackout dates, by their beginning. Periods of different reasons can overlap.",
    hasMorePosts:
      "Whether more than 1,000 posts have their time in the calendar: then it shows the first 1,000. Ask for fewer days.",
  }),
};

const { from, to } = exampleCalendarDates;

export const calendarOperations: Tagged<Record<keyof typeof calendarRoutes, OperationText>> = {
  tag: "Calendar",
  description: "The calendar of a brand: its posting slots, and the posts that are planned.",
  operations: {
    getCalendar: {
      summary: "Get the calendar of a brand",
      description:
        "Returns the posting slots of the brand with the posts in them, the posts at other times, the quiet hours and the blackout dates, each in UTC and on the brand's wall clock. Slots are those of the brand's present settings. Posts are found by their `scheduledAt`, those that failed or are published too.",
      query: ["CalendarFrom", "CalendarTo"],
      success: { text: "The calendar.", query: { from, to }, example: exampleCalendar },
      errors: [
        invalidExample({ query: { from, to: "2026-12-25" } }, [
          { field: "to", reason: "must be at most 31 days after from" },
        ]),
      ],
    },
  },
};
