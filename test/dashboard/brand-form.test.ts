import { expect, it } from "vitest";
import type { Brand } from "../../client/api.ts";
import {
  brandFieldLabels,
  changesOf,
  fieldInWords,
  formOf,
  settingFields,
  slotFields,
  utmProblem,
} from "../../dashboard/src/views/settings/brand-form.ts";
import { brandSettings } from "../../functions/contract/schemas/brand.ts";

const brand: Brand = {
  id: "brd_1",
  name: "Acme",
  timezone: "Europe/Zurich",
  settings: {
    approval: "manual",
    voice: null,
    hashtags: ["coffee", "tea"],
    postingSlots: [{ weekday: "monday", time: "09:00" }],
    channels: ["feed"],
    images: "none",
    utm: { utm_source: "news=1", utm_medium: "post" },
    valuePerClick: 0.25,
    currency: "EUR",
    slots: "fixed",
    avoid: ["casino", "two words"],
    quietHours: [{ start: "22:00", end: "07:00", weekdays: ["sunday"] }],
    blackoutDates: ["2026-12-24"],
    trendThreshold: 4,
  },
  suggestedSlots: null,
  createdAt: "2026-11-01T00:00:00.000Z",
  updatedAt: "2026-11-01T00:00:00.000Z",
};

it("a form that nobody changed stands for the settings of its brand", () => {
  const { name, timezone, settings } = brand;
  const hashtags = ["#coffee", "#tea"];
  expect(changesOf(formOf(brand), [...settingFields, ...slotFields])).toEqual({
    name,
    timezone,
    settings: { ...settings, hashtags },
  });
});

it("the two tabs have every field of the form, each once", () => {
  const fields = [...settingFields, ...slotFields];
  expect(fields.toSorted()).toEqual(Object.keys(brandFieldLabels).toSorted());
  expect(fields.toSorted()).toEqual(Object.keys(formOf(brand)).toSorted());
});

it("a change has the changed fields only", () => {
  const form = { ...formOf(brand), voice: "short", name: " Acme 2 " };
  expect(changesOf(form, ["voice"])).toEqual({ settings: { voice: "short" } });
  expect(changesOf(form, ["name"])).toEqual({ name: "Acme 2" });
  expect(changesOf(form, [])).toEqual({});
});

it("an empty field clears its setting", () => {
  const form = {
    ...formOf(brand),
    voice: " ",
    hashtags: " , ",
    avoid: "\n",
    utm: "",
    valuePerClick: "",
    currency: "",
  };
  expect(changesOf(form, ["voice", "hashtags", "avoid", "utm", "valuePerClick", "currency"])).toEqual({
    settings: { voice: null, hashtags: [], avoid: [], utm: {}, valuePerClick: null, currency: null },
  });
});

it("a parameter of links without a name or with a name that is there twice is named as wrong", () => {
  expect(utmProblem("utm_source=a\nutm_medium=b=c")).toBeUndefined();
  expect(utmProblem("")).toBeUndefined();
  expect(utmProblem("utm_source=a\nhello")).toContain('"hello"');
  expect(utmProblem("=a")).toContain('"=a"');
  expect(utmProblem("utm_source=a\nutm_source=b")).toBe("utm_source is there twice.");
});

it("a value is shown in words, and an empty one as empty", () => {
  const form = formOf(brand);
  expect(fieldInWords(form, "postingSlots")).toBe("Monday 09:00");
  expect(fieldInWords(form, "quietHours")).toBe("22:00 to 07:00 (Sunday)");
  expect(fieldInWords(form, "voice")).toBe("empty");
});

it("the form has every setting of the contract", () => {
  const settings = Object.keys(brandSettings.shape);
  expect(Object.keys(brandFieldLabels).toSorted()).toEqual(["name", "timezone", ...settings].toSorted());
});
