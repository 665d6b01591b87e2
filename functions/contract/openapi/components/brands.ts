import { openBrand } from "../../../domain/brand.ts";
import * as brands from "../../schemas/brand.ts";
import { id, lineText, pageOf, proseText, sent, shared, taken, usually } from "../texts.ts";
import { createdAt, updatedAt } from "./shared.ts";

const name = "What the brand is called.";
const timezone =
  "An IANA time zone, such as `Europe/Zurich`. Posting slots, schedules and weekly figures are reckoned in it.";

/** Without settings of its own. */
const usualBrand = { id: "", organizationId: "", name: "", timezone: "UTC", settings: {} };
const usual = openBrand(usualBrand, 0).settings;

const settings = {
  approval:
    "Whether the posts of a run wait for a person (`manual`) or are scheduled as soon as they are made (`auto`).",
  voice: proseText("How the brand speaks, in words for whatever writes its posts."),
  hashtags:
    "Hashtags that every post of the brand gets. At most 20, each of 1 to 60 letters, digits and underscores, with or without a leading `#`; duplicates collapse.",
  postingSlots:
    "The times of the week at which posts may be published, in the brand's time zone. Without any, a post is published as soon as it is approved.",
  channels: "The channels that the brand uses. Duplicates collapse.",
  utm: "Query parameters that every link of the brand's posts gets, each named `utm_…`. At most 10.",
  valuePerClick:
    "What one click is worth in `currency`: 0, or at least 0.000001. Without it runs have no estimated ROI.",
  currency: "The currency of `valuePerClick`: a code of ISO 4217, such as `EUR`.",
} as const;

const settingsText = "How posts of the brand are made, approved and published.";
const newSettingsText = `${settingsText} What is not given has its usual value.`;
const changedSettingsText = `${settingsText} What is given replaces, each key's value whole; what is not given stays as it is; null clears.`;

export const brandComponents = {
  Brand: sent(brands.brand, "A client account that the organization manages.", {
    id: id("brd", "Identifies the brand."),
    name,
    timezone,
    settings: settingsText,
    createdAt,
    updatedAt,
  }),
  BrandSettings: sent(brands.brandSettings, settingsText, settings),
  NewBrandSettings: taken(brands.newBrandSettings, newSettingsText, {
    approval: usually(settings.approval, usual.approval),
    voice: usually(settings.voice, usual.voice),
    hashtags: usually(settings.hashtags, usual.hashtags),
    postingSlots: usually(settings.postingSlots, usual.postingSlots),
    channels: usually(settings.channels, usual.channels),
    utm: usually(settings.utm, usual.utm),
    valuePerClick: usually(settings.valuePerClick, usual.valuePerClick),
    currency: usually(settings.currency, usual.currency),
  }),
  BrandSettingsChanges: taken(brands.brandSettingsChanges, changedSettingsText, settings),
  PostingSlot: shared(brands.postingSlot, "A time of the week, in the brand's time zone.", {
    weekday: "The day of the week.",
    time: "The time of day as `HH:MM`.",
  }),
  BrandPage: pageOf(brands.brands, "brands"),
  NewBrand: taken(brands.newBrand, "A brand to be made.", {
    name: lineText(name),
    timezone,
    settings: newSettingsText,
  }),
  BrandChanges: taken(
    brands.brandChanges,
    "What is to change of a brand; a field not given stays as it is.",
    {
      name: lineText(name),
      timezone: `${timezone} The schedules of the brand's pipelines follow a new one from then on.`,
      settings: changedSettingsText,
    },
  ),
};
