import type { Brand, BrandChanges, BrandSettings, QuietHours } from "../../../../client/api.ts";
import { blackoutInWords } from "./blackout-dates.ts";
import { weekdayNames } from "./slots.ts";

/** A brand as its form shows it: lists of words and numbers are texts. */
export interface BrandForm
  extends Record<BrandTextField, string>,
    Pick<
      BrandSettings,
      "approval" | "images" | "channels" | "slots" | "postingSlots" | "quietHours" | "blackoutDates"
    > {}

/** A field of the form that is a text. */
export type BrandTextField =
  | "name"
  | "timezone"
  | "voice"
  | "hashtags"
  | "avoid"
  | "utm"
  | "valuePerClick"
  | "currency"
  | "trendThreshold";

export type BrandField = keyof BrandForm;

/** The fields of the tab "Settings". */
export const settingFields = [
  "name",
  "timezone",
  "approval",
  "channels",
  "voice",
  "hashtags",
  "images",
  "avoid",
  "utm",
  "valuePerClick",
  "currency",
  "trendThreshold",
] as const satisfies readonly BrandField[];

/** The fields of the tab "Slots". */
export const slotFields = [
  "slots",
  "postingSlots",
  "quietHours",
  "blackoutDates",
] as const satisfies readonly BrandField[];

export const brandFieldLabels: Record<BrandField, string> = {
  name: "Name",
  timezone: "Time zone",
  approval: "Approval",
  channels: "Channels that the brand uses",
  voice: "Voice",
  hashtags: "Hashtags",
  images: "Images",
  avoid: "Words to avoid",
  utm: "Parameters of links",
  valuePerClick: "Value of a click",
  currency: "Currency",
  trendThreshold: "Score of a trend",
  slots: "Times of posts",
  postingSlots: "Posting slots",
  quietHours: "Quiet hours",
  blackoutDates: "Blackout dates",
};

export function formOf({ name, timezone, settings }: Brand): BrandForm {
  const { approval, images, channels, slots, postingSlots, quietHours, blackoutDates } = settings;
  return {
    name,
    timezone,
    approval,
    images,
    channels,
    slots,
    postingSlots,
    quietHours,
    blackoutDates,
    voice: settings.voice ?? "",
    hashtags: settings.hashtags.map((tag) => (tag.startsWith("#") ? tag : `#${tag}`)).join(" "),
    avoid: settings.avoid.join("\n"),
    utm: Object.entries(settings.utm)
      .map(([parameter, value]) => `${parameter}=${value}`)
      .join("\n"),
    valuePerClick: settings.valuePerClick === null ? "" : String(settings.valuePerClick),
    currency: settings.currency ?? "",
    trendThreshold: String(settings.trendThreshold),
  };
}

type SettingName = Exclude<BrandField, "name" | "timezone">;

const settingOf: Record<SettingName, (form: BrandForm) => Partial<BrandSettings>> = {
  approval: ({ approval }) => ({ approval }),
  channels: ({ channels }) => ({ channels }),
  voice: ({ voice }) => ({ voice: voice.trim() === "" ? null : voice }),
  hashtags: ({ hashtags }) => ({ hashtags: hashtags.split(/[\s,]+/).filter((tag) => tag !== "") }),
  images: ({ images }) => ({ images }),
  avoid: ({ avoid }) => ({ avoid: linesOf(avoid) }),
  utm: ({ utm }) => ({ utm: Object.fromEntries(parametersOf(utm)) }),
  valuePerClick: ({ valuePerClick }) => ({
    valuePerClick: valuePerClick === "" ? null : Number(valuePerClick),
  }),
  currency: ({ currency }) => ({ currency: currency.trim() === "" ? null : currency.trim().toUpperCase() }),
  trendThreshold: ({ trendThreshold }) => ({ trendThreshold: Number(trendThreshold) }),
  slots: ({ slots }) => ({ slots }),
  postingSlots: ({ postingSlots }) => ({ postingSlots }),
  quietHours: ({ quietHours }) => ({ quietHours }),
  blackoutDates: ({ blackoutDates }) => ({ blackoutDates }),
};

/** The body that changes these fields, and nothing else. */
export function changesOf(form: BrandForm, fields: readonly BrandField[]): BrandChanges {
  const changes: BrandChanges = {};
  let settings: Partial<BrandSettings> = {};
  for (const field of fields) {
    if (field === "name" || field === "timezone") changes[field] = form[field].trim();
    else settings = { ...settings, ...settingOf[field](form) };
  }
  return Object.keys(settings).length === 0 ? changes : { ...changes, settings };
}

/** Where the API's errors name a field. */
export function pathOf(field: BrandField): string {
  return field === "name" || field === "timezone" ? field : `settings.${field}`;
}

/** What is wrong with the parameters of links before they can be sent; undefined if nothing is. */
export function utmProblem(utm: string): string | undefined {
  const wrong = linesOf(utm).find((line) => line.indexOf("=") < 1);
  if (wrong !== undefined) return `"${wrong}" has no name and value: write it as utm_source=newsletter.`;
  const names = parametersOf(utm).map(([name]) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  return repeated === undefined ? undefined : `${repeated} is there twice.`;
}

/** The value of a field in words, to compare it with another value. */
export function fieldInWords(form: BrandForm, field: BrandField): string {
  const words = inWords(form, field);
  return words === "" ? "empty" : words;
}

function inWords(form: BrandForm, field: BrandField): string {
  if (field === "channels") return form.channels.join(", ");
  if (field === "postingSlots")
    return form.postingSlots.map(({ weekday, time }) => `${weekdayNames[weekday]} ${time}`).join(", ");
  if (field === "quietHours") return form.quietHours.map(quietHoursInWords).join(", ");
  if (field === "blackoutDates") return form.blackoutDates.map(blackoutInWords).join("; ");
  return form[field];
}

function quietHoursInWords({ start, end, weekdays }: QuietHours): string {
  const days = weekdays?.map((day) => weekdayNames[day]).join(", ");
  return days === undefined ? `${start} to ${end}` : `${start} to ${end} (${days})`;
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function parametersOf(text: string): [name: string, value: string][] {
  return linesOf(text).map((line) => {
    const at = line.indexOf("=");
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
}
