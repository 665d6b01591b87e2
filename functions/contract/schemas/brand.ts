import * as z from "zod/mini";
import { areDates, datesPattern } from "../../domain/blackout-dates.ts";
import { imageChoices, slotChoices, weekdays } from "../../domain/brand.ts";
import { isTimeZone } from "../../domain/time.ts";
import { channel } from "./channel.ts";
import { amount, createdQuery, hashtag, line, page, prose, timestamp, unique } from "./fields.ts";

const timeOfDay = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time of day as HH:MM"));

export const weekday = z.enum(weekdays);

export const postingSlot = z.object({ weekday, time: timeOfDay });

export const quietHours = z.object({
  start: timeOfDay,
  end: timeOfDay,
  weekdays: z.optional(z.array(weekday).check(z.minLength(1), z.maxLength(7))),
});

const notDates =
  "must be a date that exists, such as 2026-12-24, or the first and the last of at most 366 days, such as 2026-12-24/2027-01-02";

const blackoutDates = z.string().check(
  // Stop here if the format is wrong: one message per field is enough.
  z.regex(datesPattern, { error: notDates, abort: true }),
  z.refine(areDates, notDates),
);

export const brandSettings = z.object({
  approval: z.enum(["manual", "auto"]),
  voice: z.nullable(prose(1_000)),
  // Brands of earlier versions can have hashtags of digits only, which is no longer accepted.
  hashtags: z.array(z.string()).check(z.minLength(0), z.maxLength(20)),
  postingSlots: z.array(postingSlot).check(z.maxLength(100)),
  channels: unique(channel, 0, 10),
  images: z.enum(imageChoices),
  utm: z
    .record(z.string().check(z.regex(/^utm_[a-z_]{1,40}$/, "must be named utm_…")), line(200))
    .check(z.refine((parameters) => Object.keys(parameters).length <= 10, "must be at most 10 parameters")),
  valuePerClick: z.nullable(amount(1_000_000)),
  currency: z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/, "must be an ISO 4217 code, such as EUR"))),
  slots: z.enum(slotChoices),
  avoid: z.array(z.string()),
  quietHours: z.array(quietHours).check(z.maxLength(14)),
  blackoutDates: z.array(blackoutDates).check(z.maxLength(100)),
  // The minimum is above the most that one source can add to a score (3): so the items of one source alone are no trend.
  trendThreshold: z.number().check(z.minimum(3.5), z.maximum(100)),
});

export const suggestedSlot = z.object({ ...postingSlot.shape, posts: z.int(), lift: z.number() });

export const suggestedSlots = z.object({
  slots: z.array(suggestedSlot),
  posts: z.int(),
  computedAt: timestamp,
});

export const brand = z.object({
  id: z.string(),
  name: z.string(),
  timezone: z.string(),
  settings: brandSettings,
  suggestedSlots: z._default(z.nullable(suggestedSlots), null),
  createdAt: timestamp,
  updatedAt: timestamp,
});

const given = { hashtags: unique(hashtag, 0, 20), avoid: unique(line(100), 0, 100) };
export const newBrandSettings = z.partial(z.extend(brandSettings, given));
export const brandSettingsChanges = z.partial(z.extend(brandSettings, given));

const timezone = z
  .string()
  .check(z.maxLength(64), z.refine(isTimeZone, "must be an IANA time zone, such as Europe/Zurich"));

export const newBrand = z.object({
  name: line(120),
  timezone,
  settings: z._default(newBrandSettings, {}),
});

export const brandChanges = z.partial(
  z.object({ name: line(120), timezone, settings: brandSettingsChanges }),
);

export const brands = page(brand);

export const brandsQuery = z.object(createdQuery);
