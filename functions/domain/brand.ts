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

/** A time of the week in the brand's own time zone; `time` is HH:MM. */
export interface PostingSlot {
  weekday: Weekday;
  time: string;
}

interface BrandSettings {
  /** Whether a run's posts wait for a person or are scheduled at once. @default "manual" */
  approval: "manual" | "auto";
  voice: string | null;
  hashtags: string[];
  postingSlots: PostingSlot[];
  channels: ChannelName[];
  /** Query parameters added to every link of the brand's posts. */
  utm: Record<string, string>;
  /** What a click is worth, in `currency`; without it a run has no estimated ROI. */
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
  /** The weekly digest that it waits for; brands from before there were any begin with their next change. Never shown. */
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

/** Pipelines a brand may hold: their list is answered whole, as one array. */
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

/** What becomes of a brand by a change of it: what is given replaces, also within the settings; the rest stays. */
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
    // In another zone it is the same week, which ends at another moment.
    nextDigest: brand.nextDigest ?? firstDigest(timezone, nowMs),
  };
}

/** The message that has the schedules of a brand's pipelines begin anew, in its new time zone. */
export function schedulesRestartMessage({ id: brandId, organizationId }: Brand): OutgoingMessage {
  return {
    queue: "runs",
    body: { kind: "schedules.restart", organizationId, brandId },
    notBeforeMs: 0,
    group: organizationId,
  };
}

/** The message that clears away what a deleted brand's public feed has held. */
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
  const standard = defaultBrandSettings;
  return {
    approval: approval ?? standard.approval,
    voice: voice ?? standard.voice,
    hashtags: hashtags ?? standard.hashtags,
    postingSlots: postingSlots ?? standard.postingSlots,
    channels: channels ?? standard.channels,
    utm: utm ?? standard.utm,
    valuePerClick: valuePerClick ?? standard.valuePerClick,
    currency: currency ?? standard.currency,
  };
}
