import type { ChannelName } from "./channel.ts";
import { firstDigest, type NextDigest } from "./digest-chain.ts";
import type { OutgoingMessage } from "./message.ts";
import { changeTime, isoTime } from "./time.ts";

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

/** A time of the week in the brand's time zone; `time` is HH:MM. */
export interface PostingSlot {
  weekday: Weekday;
  time: string;
}

interface BrandSettings {
  /** manual: a person must approve the posts of a run; auto: they are scheduled at once. @default "manual" */
  approval: "manual" | "auto";
  voice: string | null;
  hashtags: string[];
  postingSlots: PostingSlot[];
  channels: ChannelName[];
  /** Query parameters added to every link of the brand's posts. */
  utm: Record<string, string>;
  /** The value of a click in `currency`; if null, runs have no estimated ROI. */
  valuePerClick: number | null;
  currency: string | null;
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
}

type GivenSettings = { [Name in keyof BrandSettings]?: BrandSettings[Name] | undefined };

const defaultBrandSettings: BrandSettings = {
  approval: "manual",
  voice: null,
  hashtags: [],
  postingSlots: [],
  channels: [],
  utm: {},
  valuePerClick: null,
  currency: null,
};

/** The endpoint that lists a brand's pipelines returns all of them at once. */
export const pipelinesPerBrandMax = 100;

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

/** The message that restarts the schedules of a brand's pipelines in the brand's new time zone. */
export function schedulesRestartMessage({ id: brandId, organizationId }: Brand): OutgoingMessage {
  return {
    queue: "runs",
    body: { kind: "schedules.restart", organizationId, brandId },
    notBeforeMs: 0,
    group: organizationId,
  };
}

/** The message that deletes the entries of a deleted brand's public feed. */
export function feedRemovalMessage(organizationId: string, brandId: string): OutgoingMessage {
  return {
    queue: "runs",
    body: { kind: "feed.remove", organizationId, brandId },
    notBeforeMs: 0,
    group: organizationId,
  };
}

function withDefaults(given: GivenSettings): BrandSettings {
  const { approval, voice, hashtags, postingSlots, channels, utm, valuePerClick, currency } = given;
  const defaults = defaultBrandSettings;
  return {
    approval: approval ?? defaults.approval,
    voice: voice ?? defaults.voice,
    hashtags: hashtags ?? defaults.hashtags,
    postingSlots: postingSlots ?? defaults.postingSlots,
    channels: channels ?? defaults.channels,
    utm: utm ?? defaults.utm,
    valuePerClick: valuePerClick ?? defaults.valuePerClick,
    currency: currency ?? defaults.currency,
  };
}
