import type { ChannelName } from "./channel.ts";
import { firstDigest, type NextDigest } from "./digest-chain.ts";
import type { OutgoingMessage } from "./message.ts";
import { isOverdue } from "./overdue.ts";
import { changeTime, isoTime, minuteMs } from "./time.ts";
import { daysSinceMonday } from "./week.ts";

export const weekdays = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;
type Weekday = (typeof weekdays)[number];

/** The weekday of a date that is given as its midnight in UTC. */
export function weekdayOf(dateMs: number): Weekday {
  return weekdays[daysSinceMonday(dateMs)] ?? "monday";
}

export const imageChoices = ["none", "source"] as const;

export const slotChoices = ["fixed", "suggested"] as const;

/** A time of the week in the brand's time zone; `time` is HH:MM. */
export interface PostingSlot {
  weekday: Weekday;
  time: string;
}

/** The posting slots that a brand's own results suggest, and what they are based on. */
export interface SuggestedSlots {
  /** The best first. Empty while fewer than 30 posts have known reactions. */
  slots: SuggestedSlot[];
  /** How many posts with known reactions were compared. */
  posts: number;
  computedAt: string;
}

interface SuggestedSlot extends PostingSlot {
  /** How many posts were published in the hour that begins with the slot. */
  posts: number;
  /** How many reactions they got, compared with the mean of their channels: 1.5 is half more. With few posts it is closer to 1. */
  lift: number;
}

/** Hours of the day in which planning puts no post, from `start` until before `end` on the wall clock, as HH:MM. */
export interface QuietHours {
  start: string;
  /** On the next day, if it is not later than the start. */
  end: string;
  /** The days on which the hours begin. @default every day */
  weekdays?: Weekday[] | undefined;
}

interface BrandSettings {
  /** manual: a person must approve the posts of a run; auto: they are scheduled at once. @default "manual" */
  approval: "manual" | "auto";
  voice: string | null;
  hashtags: string[];
  postingSlots: PostingSlot[];
  channels: ChannelName[];
  /** none: posts of runs have no image; source: that of their item, where the channel takes images. @default "none" */
  images: (typeof imageChoices)[number];
  /** Query parameters added to every link of the brand's posts. */
  utm: Record<string, string>;
  /** The value of a click in `currency`; if null, runs have no estimated ROI. */
  valuePerClick: number | null;
  currency: string | null;
  /** Which slots the posts of runs get: `postingSlots`, or what the brand's own results suggest. @default "fixed" */
  slots: (typeof slotChoices)[number];
  /** Words and phrases: runs make no post of an item that mentions one. */
  avoid: string[];
  quietHours: QuietHours[];
  /** Local dates on which planning puts no post: YYYY-MM-DD, or the first and the last of several, YYYY-MM-DD/YYYY-MM-DD. */
  blackoutDates: string[];
  /** The score from which a topic is a trend. @default 4 */
  trendThreshold: number;
}

/** What names a brand in the table. */
export interface BrandRef {
  organizationId: string;
  brandId: string;
}

export interface Brand {
  id: string;
  organizationId: string;
  name: string;
  timezone: string;
  settings: BrandSettings;
  createdAt: string;
  updatedAt: string;
  /**
   * The weekly digest that the brand waits for. A brand that is older than weekly digests gets it with its next change.
   * Clients do not see it.
   */
  nextDigest?: NextDigest;
  /** Absent before the first weekly digest. */
  suggestedSlots?: SuggestedSlots;
  /** When the last requested restart of the pipelines' schedules is due, in epoch ms. Clients do not see it. */
  restartAtMs?: number;
  /** Whether that restart has not begun. Clients do not see it. */
  isRestartPending?: boolean;
}

type GivenSettings = { [Name in keyof BrandSettings]?: BrandSettings[Name] | undefined };

const defaultBrandSettings: BrandSettings = {
  approval: "manual",
  voice: null,
  hashtags: [],
  postingSlots: [],
  channels: [],
  images: "none",
  utm: {},
  valuePerClick: null,
  currency: null,
  slots: "fixed",
  avoid: [],
  quietHours: [],
  blackoutDates: [],
  // Three sources that each mention an unexpected topic once reach it, or two sources that mention it twice.
  trendThreshold: 4,
};

export function openBrand(
  given: {
    id: string;
    organizationId: string;
    name: string;
    timezone: string;
    settings: GivenSettings;
  },
  nowMs: number,
): Brand {
  const { id, organizationId, name, timezone, settings } = given;
  const createdAt = isoTime(nowMs);
  return {
    id,
    organizationId,
    name,
    timezone,
    settings: withDefaults(settings),
    createdAt,
    updatedAt: createdAt,
    nextDigest: firstDigest(timezone, nowMs),
  };
}

/** Returns the brand with changes. Fields and settings that are not given stay as they are. */
export function changeBrand(
  brand: Brand,
  given: { name?: string | undefined; timezone?: string | undefined; settings?: GivenSettings | undefined },
  nowMs: number,
): Brand {
  const timezone = given.timezone ?? brand.timezone;
  return {
    ...brand,
    name: given.name ?? brand.name,
    timezone,
    settings: withDefaults({ ...brand.settings, ...given.settings }),
    updatedAt: changeTime(brand, nowMs),
    // In another time zone the week is the same, but it ends at another time.
    nextDigest: brand.nextDigest ?? firstDigest(timezone, nowMs),
  };
}

/**
 * A restart changes the schedules of up to 100 pipelines. Without this time between two of them, one key could use up the
 * rate at which Scheduler accepts changes, which all organizations share.
 */
const restartIntervalMs = minuteMs;

/**
 * Returns a brand whose time zone has changed, with the message that restarts the schedules of its pipelines in the new
 * zone: at once, or one minute after the restart before. A restart that has not begun will include this change: then no
 * message follows, unless the message of that restart is lost.
 */
export function withSchedulesRestart(
  brand: Brand,
  nowMs: number,
): { brand: Brand; messages: OutgoingMessage[] } {
  const { id: brandId, organizationId, restartAtMs: lastMs = 0, isRestartPending } = brand;
  if (isRestartPending === true && !isOverdue(lastMs, nowMs)) return { brand, messages: [] };
  const restartAtMs = Math.max(nowMs, lastMs + restartIntervalMs);
  const body = { kind: "schedules.restart" as const, organizationId, brandId };
  return {
    brand: { ...brand, restartAtMs, isRestartPending: true },
    messages: [{ queue: "runs", body, notBeforeMs: restartAtMs, group: organizationId }],
  };
}

/**
 * The message that deletes what belonged to a deleted brand: the entries and readers of its public feed, the links of its
 * posts, its connections, its calendar, the states of its sources, its trends and its review links.
 */
export function feedRemovalMessage(organizationId: string, brandId: string): OutgoingMessage {
  return {
    queue: "cleanups",
    body: { kind: "feed.remove", organizationId, brandId },
    notBeforeMs: 0,
    group: organizationId,
  };
}

/** A brand with its posting slots, as it is stored or as the API shows it. */
export type SlottedBrand = Pick<Brand, "settings"> & { suggestedSlots?: SuggestedSlots | null };

/** The weekly slots in which the posts of runs are planned: suggested ones if the brand wants them and has some. */
export function planningSlots({ settings, suggestedSlots }: SlottedBrand): readonly PostingSlot[] {
  const suggested = settings.slots === "suggested" ? (suggestedSlots?.slots ?? []) : [];
  return suggested.length > 0 ? suggested : settings.postingSlots;
}

/**
 * Completes the settings of a stored brand: a brand that was stored before a setting existed gets the default. So a state
 * folder of an earlier version still works, and no other code handles a missing setting.
 */
export function withAllSettings(stored: Brand): Brand {
  return { ...stored, settings: withDefaults(stored.settings) };
}

function withDefaults(given: GivenSettings): BrandSettings {
  const { approval, voice, hashtags, postingSlots, channels, images, utm, valuePerClick, currency } = given;
  const { slots, avoid, quietHours, blackoutDates, trendThreshold } = given;
  const defaults = defaultBrandSettings;
  return {
    approval: approval ?? defaults.approval,
    voice: voice ?? defaults.voice,
    hashtags: hashtags ?? defaults.hashtags,
    postingSlots: postingSlots ?? defaults.postingSlots,
    channels: channels ?? defaults.channels,
    images: images ?? defaults.images,
    utm: utm ?? defaults.utm,
    valuePerClick: valuePerClick ?? defaults.valuePerClick,
    currency: currency ?? defaults.currency,
    slots: slots ?? defaults.slots,
    avoid: avoid ?? defaults.avoid,
    quietHours: quietHours ?? defaults.quietHours,
    blackoutDates: blackoutDates ?? defaults.blackoutDates,
    trendThreshold: trendThreshold ?? defaults.trendThreshold,
  };
}
