import type * as z from "zod/mini";
import type { brandRoutes } from "../../../functions/contract/routes/brands.ts";
import * as brands from "../../../functions/contract/schemas/brand.ts";
import { openBrand } from "../../../functions/domain/brand.ts";
import { defaultLimits } from "../../../functions/domain/organization.ts";
import {
  commonSchema,
  enumSchema,
  id,
  lineText,
  pageSchema,
  proseText,
  requestSchema,
  responseSchema,
  withDefault,
} from "../component.ts";
import { exampleCursor, exampleIds, exampleTimes } from "../example-story.ts";
import {
  invalidExample,
  invalidLimitExample,
  type OperationText,
  type Tagged,
  unprocessableExample,
} from "../operation-text.ts";
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
    images: "source",
    utm: { utm_source: "feed" },
    valuePerClick: 0.5,
    currency: "EUR",
    slots: "fixed",
    avoid: ["casino", "caffeine overdose"],
    quietHours: [{ start: "22:00", end: "07:00" }],
    blackoutDates: ["2026-12-24/2026-12-26"],
    trendThreshold: 4,
  },
  suggestedSlots: null,
  createdAt: exampleTimes.made,
  updatedAt: exampleTimes.made,
};

const exampleBody = {
  name: exampleBrand.name,
  timezone: exampleBrand.timezone,
  settings: exampleBrand.settings,
};

const nameText = "The name of the brand.";
const timezoneText =
  "An IANA time zone, such as `Europe/Zurich`. Posting slots, schedules and weekly digests use it.";

/** A brand without settings of its own: it shows the defaults. */
const usualBrand = { id: "", organizationId: "", name: "", timezone: "UTC", settings: {} };
const usual = openBrand(usualBrand, 0).settings;

const settingTexts = {
  approval:
    "`manual`: the posts of a run wait for approval by a person. `auto`: they are scheduled as soon as they are created.",
  voice: proseText("The brand's tone of voice, as an instruction for the generator of its posts."),
  hashtags:
    "Hashtags that every post of the brand gets. At most 20, each of 1 to 60 letters, digits and underscores of any script, at least one of them a letter, with or without a leading `#`. Accents are stored composed (NFC). Duplicates are removed.",
  postingSlots:
    "The weekly times at which posts of runs are planned, in the brand's time zone: one post for each channel at a time. Without slots, a post of a run is published as soon as it is approved, but not before the quiet hours and blackout dates end.",
  channels: "The channels that the brand uses. Duplicates are removed.",
  images:
    "Which images the posts of runs get. `none`: no image. `source`: the image that the source names for its item, on channels that take images. Its description is that of the source, else the title of the item. The image is left out where the text with it would lose the link or the end of the title, and where it cannot be fetched or the channel does not take it.",
  utm: "Query parameters that are added to every link in the brand's posts. At most 10, each named `utm_…`.",
  valuePerClick:
    "The value of one click in `currency`: 0, or at least 0.000001. Without it, runs have no estimated ROI.",
  currency: "The currency of `valuePerClick`: an ISO 4217 code, such as `EUR`.",
  slots:
    "Which times the posts of runs get. `fixed`: the `postingSlots`. `suggested`: the brand's `suggestedSlots`, as soon as there are some.",
  avoid:
    'Words and phrases. A run makes no post of a story of which a report mentions one of them in its title or summary. Case, accents and English and German endings do not matter: `casino` also stands for "Casinos". At most 100, each of 1 to 100 characters. Duplicates are removed.',
  quietHours:
    "Hours of the day in which no post of a run is planned, in the brand's time zone. A posting slot in them stays empty. At most 14.",
  blackoutDates:
    "Dates on which no post of a run is planned, in the brand's time zone: a date, such as `2026-12-24`, or the first and the last of at most 366 days, such as `2026-12-24/2027-01-02`. At most 100.",
  trendThreshold:
    "The score from which a topic is a trend, from 3.5 to 100. A score of 4 is reached by three sources that each mention something new once, or by two sources that mention it twice.",
} as const;

const settingsText = "How the brand's posts are created, approved and published.";
const newSettingsText = `${settingsText} A setting that is not given gets its default.`;
const changedSettingsText = `${settingsText} Each setting that is given replaces the whole old value. A setting that is not given stays as it is. \`null\` clears a setting.`;

export const brandComponents = {
  Brand: responseSchema(brands.brand, "A client account that the organization manages.", {
    id: id("brd", "The id of the brand."),
    name: nameText,
    timezone: timezoneText,
    settings: settingsText,
    suggestedSlots:
      "The posting slots that the brand's own results suggest, computed with each weekly digest; `null` before the first one.",
    createdAt,
    updatedAt,
  }),
  BrandSettings: responseSchema(brands.brandSettings, settingsText, settingTexts),
  NewBrandSettings: requestSchema(brands.newBrandSettings, newSettingsText, {
    approval: withDefault(settingTexts.approval, usual.approval),
    voice: withDefault(settingTexts.voice, usual.voice),
    hashtags: withDefault(settingTexts.hashtags, usual.hashtags),
    postingSlots: withDefault(settingTexts.postingSlots, usual.postingSlots),
    channels: withDefault(settingTexts.channels, usual.channels),
    images: withDefault(settingTexts.images, usual.images),
    utm: withDefault(settingTexts.utm, usual.utm),
    valuePerClick: withDefault(settingTexts.valuePerClick, usual.valuePerClick),
    currency: withDefault(settingTexts.currency, usual.currency),
    slots: withDefault(settingTexts.slots, usual.slots),
    avoid: withDefault(settingTexts.avoid, usual.avoid),
    quietHours: withDefault(settingTexts.quietHours, usual.quietHours),
    blackoutDates: withDefault(settingTexts.blackoutDates, usual.blackoutDates),
    trendThreshold: withDefault(settingTexts.trendThreshold, usual.trendThreshold),
  }),
  BrandSettingsChanges: requestSchema(brands.brandSettingsChanges, changedSettingsText, settingTexts),
  Weekday: enumSchema(brands.weekday, "A day of the week."),
  PostingSlot: commonSchema(brands.postingSlot, "A weekly time, in the brand's time zone.", {
    weekday: "The day of the week.",
    time: "The time of day, as `HH:MM`.",
  }),
  SuggestedSlots: responseSchema(
    brands.suggestedSlots,
    "The posting slots that a brand's own results suggest, and what they are based on.",
    {
      slots: "The best first. Empty while `posts` is below 30.",
      posts:
        "How many posts were compared: those of the 500 newest of the last 12 weeks that have known reactions.",
      computedAt: "When the results were compared.",
    },
  ),
  SuggestedSlot: responseSchema(brands.suggestedSlot, "A weekly time that a brand's results suggest.", {
    weekday: "The day of the week.",
    time: "The time of day, as `HH:MM`, in the brand's time zone.",
    posts: "How many posts were published in the hour that begins with the slot.",
    lift: "How many reactions they got, compared with the mean of their channels: 1.5 is half more. With few posts it is closer to 1.",
  }),
  QuietHours: commonSchema(
    brands.quietHours,
    "Hours of the day, as the wall clock of the brand shows them.",
    {
      start: "When the hours begin, as `HH:MM`.",
      end: "When the hours end, as `HH:MM`: on the next day, if it is not later than `start`.",
      weekdays: "The days of the week on which the hours begin. Without it they begin every day.",
    },
  ),
  BrandPage: pageSchema(brands.brands, "brands"),
  NewBrand: requestSchema(brands.newBrand, "A new brand.", {
    name: lineText(nameText),
    timezone: timezoneText,
    settings: newSettingsText,
  }),
  BrandChanges: requestSchema(
    brands.brandChanges,
    "Changes to a brand. A field that is not given stays as it is.",
    {
      name: lineText(nameText),
      timezone: `${timezoneText} If it changes, the schedules of the brand's pipelines use the new time zone from then on.`,
      settings: changedSettingsText,
    },
  ),
};

export const brandOperations: Tagged<Record<keyof typeof brandRoutes, OperationText>> = {
  tag: "Brands",
  description: "A brand is a client account. Pipelines, runs, posts and analytics belong to a brand.",
  operations: {
    listBrands: {
      summary: "List brands",
      description: "Returns the brands of the organization.",
      query: createdQuery,
      success: {
        text: "A page of brands.",
        query: { limit: "1" },
        example: { data: [exampleBrand], nextCursor: exampleCursor },
      },
      errors: [invalidLimitExample("0")],
    },
    createBrand: {
      summary: "Create a brand",
      description: "Settings that are not given get their defaults.",
      body: exampleBody,
      success: { text: "The new brand.", example: exampleBrand },
      errors: [
        invalidExample({ body: { name: " ", timezone: "Mars/Olympus" } }, [
          { field: "name", reason: "must not be blank" },
          { field: "timezone", reason: "must be an IANA time zone, such as Europe/Zurich" },
        ]),
        unprocessableExample(
          "tooMany",
          "The organization already has all the brands that it may have.",
          `An organization can have at most ${defaultLimits.brands} brands.`,
        ),
      ],
    },
    getBrand: {
      summary: "Get a brand",
      description: "Returns one brand of the organization.",
      success: { text: "The brand.", example: exampleBrand },
    },
    updateBrand: {
      summary: "Change a brand",
      description:
        "Fields that are not given stay as they are, also inside `settings`. If the time zone changes, the schedules of the brand's pipelines are planned again in the new one.",
      body: { ...exampleBody, name: "Acme Coffee and Tea" },
      success: {
        text: "The changed brand.",
        example: { ...exampleBrand, name: "Acme Coffee and Tea", updatedAt: exampleTimes.changed },
      },
      errors: [
        invalidExample({ body: { settings: { currency: "euro" } } }, [
          { field: "settings.currency", reason: "must be an ISO 4217 code, such as EUR" },
        ]),
      ],
    },
    deleteBrand: {
      summary: "Delete a brand",
      description: "Only a brand without pipelines can be deleted. Its public feed is deleted with it.",
      success: { text: "The brand is deleted." },
      errors: [
        unprocessableExample(
          "hasPipelines",
          "The brand still has pipelines.",
          "A brand that has pipelines cannot be deleted: delete its pipelines first.",
        ),
      ],
    },
  },
};
