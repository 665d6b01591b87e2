import type * as z from "zod/mini";
import type { brandRoutes } from "../../../functions/contract/routes/brands.ts";
import * as brands from "../../../functions/contract/schemas/brand.ts";
import { openBrand } from "../../../functions/domain/brand.ts";
import { id, lineText, pageOf, proseText, sent, shared, taken, usually } from "../component.ts";
import { exampleCursor, exampleIds, exampleTimes } from "../example-story.ts";
import { notPossible, notValid, type OperationText, type Tagged } from "../operation-text.ts";
import { createdQuery } from "../parameters.ts";
import { createdAt, updatedAt } from "../shared-components.ts";

export const exampleBrand: z.output<typeof brands.brand> = {
  id: exampleIds.brd,
  name: "Acme Coffee",
  timezone: "Europe/Zurich",
  settings: {
    approval: "manual",
    voice: "Plain and friendly.",
    hashtags: ["coffee"],
    postingSlots: [{ weekday: "monday", time: "09:30" }],
    channels: ["feed"],
    utm: { utm_source: "feed" },
    valuePerClick: 0.5,
    currency: "EUR",
  },
  createdAt: exampleTimes.made,
  updatedAt: exampleTimes.made,
};

const exampleBody = {
  name: exampleBrand.name,
  timezone: exampleBrand.timezone,
  settings: exampleBrand.settings,
};

const nameText = "What the brand is called.";
const timezoneText =
  "An IANA time zone, such as `Europe/Zurich`. Posting slots, schedules and weekly figures are reckoned in it.";

/** Without settings of its own. */
const usualBrand = { id: "", organizationId: "", name: "", timezone: "UTC", settings: {} };
const usual = openBrand(usualBrand, 0).settings;

const settingTexts = {
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
    name: nameText,
    timezone: timezoneText,
    settings: settingsText,
    createdAt,
    updatedAt,
  }),
  BrandSettings: sent(brands.brandSettings, settingsText, settingTexts),
  NewBrandSettings: taken(brands.newBrandSettings, newSettingsText, {
    approval: usually(settingTexts.approval, usual.approval),
    voice: usually(settingTexts.voice, usual.voice),
    hashtags: usually(settingTexts.hashtags, usual.hashtags),
    postingSlots: usually(settingTexts.postingSlots, usual.postingSlots),
    channels: usually(settingTexts.channels, usual.channels),
    utm: usually(settingTexts.utm, usual.utm),
    valuePerClick: usually(settingTexts.valuePerClick, usual.valuePerClick),
    currency: usually(settingTexts.currency, usual.currency),
  }),
  BrandSettingsChanges: taken(brands.brandSettingsChanges, changedSettingsText, settingTexts),
  PostingSlot: shared(brands.postingSlot, "A time of the week, in the brand's time zone.", {
    weekday: "The day of the week.",
    time: "The time of day as `HH:MM`.",
  }),
  BrandPage: pageOf(brands.brands, "brands"),
  NewBrand: taken(brands.newBrand, "A brand to be made.", {
    name: lineText(nameText),
    timezone: timezoneText,
    settings: newSettingsText,
  }),
  BrandChanges: taken(
    brands.brandChanges,
    "What is to change of a brand; a field not given stays as it is.",
    {
      name: lineText(nameText),
      timezone: `${timezoneText} The schedules of the brand's pipelines follow a new one from then on.`,
      settings: changedSettingsText,
    },
  ),
};

export const brandOperations: Tagged<Record<keyof typeof brandRoutes, OperationText>> = {
  tag: "Brands",
  description: "A brand is a client account. Everything else belongs to one.",
  operations: {
    listBrands: {
      summary: "List brands",
      description: "The brands of the organization.",
      query: createdQuery,
      success: {
        text: "A page of brands.",
        query: { limit: "1" },
        example: { data: [exampleBrand], nextCursor: exampleCursor },
      },
      refused: [
        notValid({ query: { limit: "0" } }, [{ field: "limit", reason: "must be an integer from 1 to 100" }]),
      ],
    },
    createBrand: {
      summary: "Create a brand",
      description: "Settings that are not given have their usual values.",
      body: exampleBody,
      success: { text: "The new brand.", example: exampleBrand },
      refused: [
        notValid({ body: { name: " ", timezone: "Mars/Olympus" } }, [
          { field: "name", reason: "must not be blank" },
          { field: "timezone", reason: "must be an IANA time zone, such as Europe/Zurich" },
        ]),
      ],
    },
    getBrand: {
      summary: "Get a brand",
      description: "One brand of the organization.",
      success: { text: "The brand.", example: exampleBrand },
    },
    updateBrand: {
      summary: "Change a brand",
      description:
        "Fields that are not given stay as they are, also within `settings`. In a new time zone the schedules of the brand's pipelines begin anew.",
      body: { ...exampleBody, name: "Acme Coffee and Tea" },
      success: {
        text: "The brand as it is now.",
        example: { ...exampleBrand, name: "Acme Coffee and Tea", updatedAt: exampleTimes.changed },
      },
      refused: [
        notValid({ body: { settings: { currency: "euro" } } }, [
          { field: "settings.currency", reason: "must be an ISO 4217 code, such as EUR" },
        ]),
      ],
    },
    deleteBrand: {
      summary: "Delete a brand",
      description: "Only a brand without pipelines can be deleted. Its public feed goes with it.",
      success: { text: "It is deleted." },
      refused: [
        notPossible(
          "hasPipelines",
          "The brand has pipelines.",
          "A brand that has pipelines cannot be deleted: delete its pipelines first.",
        ),
      ],
    },
  },
};
