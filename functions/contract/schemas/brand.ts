import * as z from "zod/mini";
import { defaultTrendThreshold, imageChoices, weekdays } from "../../domain/brand.ts";
import { isTimeZone } from "../../domain/time.ts";
import { channel } from "./channel.ts";
import { createdQuery, hashtag, line, page, prose, timestamp, unique } from "./fields.ts";

export const postingSlot = z.object({
  weekday: z.enum(weekdays),
  time: z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time of day as HH:MM")),
});

const imageChoice = z.enum(imageChoices);
/** Above the most that one source can add to a score (3): so the items of one source alone are no trend. */
const trendThreshold = z.number().check(z.minimum(3.5), z.maximum(100));

export const brandSettings = z.object({
  approval: z.enum(["manual", "auto"]),
  voice: z.nullable(prose(1_000)),
  // Brands of earlier versions can have hashtags of digits only, which is no longer accepted.
  hashtags: z.array(z.string()).check(z.minLength(0), z.maxLength(20)),
  postingSlots: z.array(postingSlot).check(z.maxLength(100)),
  channels: unique(channel, 0, 10),
  // Brands of earlier versions have no such setting.
  images: z._default(imageChoice, "none"),
  utm: z
    .record(z.string().check(z.regex(/^utm_[a-z_]{1,40}$/, "must be named utm_…")), line(200))
    .check(z.refine((parameters) => Object.keys(parameters).length <= 10, "must be at most 10 parameters")),
  valuePerClick: z.nullable(
    z.number().check(
      z.minimum(0),
      z.maximum(1_000_000),
      z.refine((value) => value === 0 || Math.abs(value) >= 0.000_001, "must be 0 or at least 0.000001"),
    ),
  ),
  currency: z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/, "must be an ISO 4217 code, such as EUR"))),
  // Brands of earlier versions have no such setting.
  trendThreshold: z._default(trendThreshold, defaultTrendThreshold),
});

export const brand = z.object({
  id: z.string(),
  name: z.string(),
  timezone: z.string(),
  settings: brandSettings,
  createdAt: timestamp,
  updatedAt: timestamp,
});

const given = { hashtags: unique(hashtag, 0, 20), images: imageChoice, trendThreshold };
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
