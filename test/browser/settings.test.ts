import { ok } from "@oazapfts/runtime";
import { beforeAll, describe, expect, it } from "vitest";
import * as api from "../../client/api.ts";
import { axeViolations } from "./support/axe.ts";
import { openView, untilLoaded } from "./support/open-page.ts";
import { newDashboardOrganization } from "./support/organization.ts";
import { withApi } from "./support/seed.ts";
import { hostileTexts, plainTexts, type Texts } from "./support/texts.ts";
import { faultsOf, noFaults } from "./support/view-faults.ts";

type Seeded = Awaited<ReturnType<typeof seed>>;
let plain: Seeded;
let hostile: Seeded;

/** An organization with a brand that has a pipeline, and a second key. */
async function seed(texts: Texts) {
  const { keys } = await newDashboardOrganization();
  return withApi(keys.admin, async (options) => {
    await ok(api.updateOrganization({ organizationChanges: { name: texts("Northwind", 120) } }, options));
    const newBrand: api.NewBrand = {
      name: texts("Northwind Coffee", 120),
      timezone: "Europe/Berlin",
      settings: {
        voice: texts("Warm and plain.", 1_000),
        postingSlots: [
          { weekday: "monday", time: "09:30" },
          { weekday: "friday", time: "23:00" },
        ],
        avoid: [texts("layoffs", 100)],
        utm: { utm_source: texts("feed", 200) },
        quietHours: [{ start: "22:00", end: "06:00", weekdays: ["friday"] }],
        blackoutDates: ["2026-01-01", "2026-12-24/2027-01-02"],
      },
    };
    const { id: brand } = await ok(api.createBrand({ newBrand }, options));
    const newPipeline: api.NewPipeline = {
      name: "News",
      sources: [{ type: "feed", url: "https://example.com/news.xml" }],
      channels: ["feed"],
    };
    await ok(api.createPipeline({ id: brand, newPipeline }, options));
    await ok(api.createApiKey({ newApiKey: { name: texts("Reporting", 120), role: "read" } }, options));
    return { keys, ids: { brand } };
  });
}

beforeAll(async () => {
  [plain, hostile] = await Promise.all([seed(plainTexts), seed(hostileTexts)]);
});

describe.each(["brands", "brands/new", "keys", "organization"])("the view %s", (path) => {
  it("has no violation that axe finds, in light and dark, and does not scroll sideways on a phone", async () => {
    for (const { keys } of [plain, hostile]) {
      const page = await openView(`/app/${path}`, { key: keys.admin });
      expect(await faultsOf(page)).toEqual(noFaults);
    }
  });
});

const readBrand = ({ ids, keys }: Seeded) =>
  withApi(keys.read, (options) => ok(api.getBrand({ id: ids.brand }, options)));

describe.each(["settings", "slots", "channels", "writing", "feed", "delete"])(
  "the tab %s of a brand",
  (tab) => {
    it("has no violation that axe finds, in light and dark, and does not scroll sideways on a phone", async () => {
      for (const { ids, keys } of [plain, hostile]) {
        const page = await openView(`/app/brands/${ids.brand}?tab=${tab}`, {
          key: keys.admin,
          ...(tab === "writing" ? { expected: /status of 404/ } : {}),
        });
        expect(await faultsOf(page)).toEqual(noFaults);
      }
    });
  },
);

it("someone adds a slot by keyboard, copies a day, and saves only that", async () => {
  const { ids, keys } = plain;
  const page = await openView(`/app/brands/${ids.brand}?tab=slots`, { key: keys.write });
  const time = page.getByLabel("New time on Saturday");
  await time.fill("11:15");
  await time.press("Enter");
  await page.getByRole("button", { name: "Remove Saturday 11:15" }).waitFor();
  await page.getByLabel("Copy the times of").selectOption("Saturday");
  await page.getByLabel("to", { exact: true }).selectOption("Sunday");
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByRole("button", { name: "Remove Monday 09:30" }).click();
  await page.getByRole("link", { name: "Slots (not saved)" }).waitFor();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("The brand was saved.").waitFor();
  const { settings } = await readBrand(plain);
  expect(settings.postingSlots).toContainEqual({ weekday: "saturday", time: "11:15" });
  expect(settings.postingSlots).toContainEqual({ weekday: "sunday", time: "11:15" });
  expect(settings.postingSlots).not.toContainEqual({ weekday: "monday", time: "09:30" });
});

it("a change by someone else is shown and not overwritten", async () => {
  const { ids, keys } = plain;
  const page = await openView(`/app/brands/${ids.brand}`, { key: keys.write });
  await page.getByLabel("Voice").fill("Mine");
  await withApi(keys.write, (options) =>
    ok(
      api.updateBrand(
        { id: ids.brand, brandChanges: { settings: { voice: "Theirs", hashtags: ["theirs"] } } },
        options,
      ),
    ),
  );
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Someone else has changed these settings").waitFor();
  expect((await readBrand(plain)).settings.voice).toBe("Theirs");
  await page.getByRole("button", { name: "Keep mine: Voice" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("The brand was saved.").waitFor();
  const { settings } = await readBrand(plain);
  expect([settings.voice, settings.hashtags]).toEqual(["Mine", ["theirs"]]);
});

it("errors are shown at their fields, the first of these fields gets the focus, and leaving asks first", async () => {
  const { ids, keys } = plain;
  const page = await openView(`/app/brands/${ids.brand}`, { key: keys.write, expected: /status of 400/ });
  await page.getByLabel("Hashtags").fill("#good #123");
  await page.getByLabel("Currency").fill("x");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Not saved. Correct: ").waitFor();
  expect(await page.getByLabel("Hashtags").evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "All brands" }).click();
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await page.getByLabel("Hashtags").inputValue()).toBe("#good #123");
  await page.getByRole("link", { name: "All brands" }).click();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("heading", { name: "Brands" }).waitFor();
});

it("a new brand is created and deleted, and a brand with pipelines says why it cannot be deleted", async () => {
  const { keys, ids } = plain;
  const page = await openView("/app/brands/new", { key: keys.write });
  await page.getByLabel("Name").fill("Short lived");
  await page.getByLabel("Time zone").fill("America/New_York");
  await page.getByRole("button", { name: "Create the brand" }).click();
  await page.getByRole("heading", { name: "Short lived" }).waitFor();
  expect(page.url()).toContain("tab=channels");
  await page.getByRole("link", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete the brand …" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete the brand" }).click();
  await page.waitForURL(/\/app\/brands$/);
  await page.goto(`/app/brands/${ids.brand}?tab=delete`);
  await page.getByText("A brand with pipelines cannot be deleted").waitFor();
});

it("credentials that the platform rejects show its reason in the form, and Cancel moves the focus back", async () => {
  const { keys, ids } = plain;
  const page = await openView(`/app/brands/${ids.brand}?tab=channels`, {
    key: keys.write,
    expected: /status of 4\d\d/,
  });
  await page.getByRole("button", { name: "Connect Telegram" }).click();
  const form = page.getByRole("form", { name: "Connect Telegram" });
  await form.getByLabel("Token of the bot").fill("wrong");
  await form.getByLabel("Channel or group").fill("@acme");
  await form.getByRole("button", { name: "Verify and connect" }).click();
  await form.getByText("must be the token of a bot").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await form.getByRole("button", { name: "Cancel" }).click();
  expect(
    await page
      .getByRole("button", { name: "Connect Telegram" })
      .evaluate((one) => one === document.activeElement),
  ).toBe(true);
});

it("the model of a brand is set, shown without its key, and deleted", async () => {
  const { keys, ids } = plain;
  const page = await openView(`/app/brands/${ids.brand}?tab=writing`, {
    key: keys.write,
    expected: /status of 404/,
  });
  await page.getByLabel("Address", { exact: true }).fill("https://api.example.com/v1");
  await page.getByRole("textbox", { name: "Model", exact: true }).fill("small-writer");
  await page.getByLabel("Key", { exact: true }).fill("sk-secret");
  await page.getByRole("button", { name: "Save the model" }).click();
  await page.getByText("Stored, and never shown").waitFor();
  expect(await page.content()).not.toContain("sk-secret");
  await page.getByRole("button", { name: "Delete the model" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete the model" }).click();
  await page.getByText("The brand has no model of its own.").waitFor();
});

it("a key is created, shown once, rotated and revoked", async () => {
  const { keys } = plain;
  const page = await openView("/app/keys", { key: keys.admin });
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name").fill("For the test");
  await page.getByRole("button", { name: "Create the key" }).click();
  const key = await page.getByLabel("API key", { exact: true }).inputValue();
  expect(await withApi(key, (options) => ok(api.listBrands({}, options)))).toHaveProperty("data");
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "I have stored it" }).click();
  await page.getByRole("button", { name: "Rotate For the test" }).click();
  await page.getByRole("button", { name: "Rotate the key" }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Rotate the key" }).click();
  const rotated = await page.getByLabel("New API key").inputValue();
  expect(rotated).not.toBe(key);
  await page.keyboard.press("Escape");
  expect(await page.getByLabel("New API key").inputValue()).toBe(rotated);
  await page.getByRole("button", { name: "I have stored it" }).click();
  await page.getByText("Active, replaced").waitFor();
  await page.getByRole("button", { name: "Revoke For the test" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke the key" }).click();
  await page.getByText("The key For the test was revoked.").waitFor();
});

it("a key that may only read is offered no change", async () => {
  const { keys, ids } = plain;
  const page = await openView("/app/keys", { key: keys.write });
  await page.getByText("Only a key with the role admin").waitFor();
  await page.goto(`/app/organization`);
  await untilLoaded(page);
  expect(await page.getByRole("button", { name: "Save the name" }).count()).toBe(0);
  const reader = await openView(`/app/brands/${ids.brand}?tab=delete`, { key: keys.read });
  expect(await reader.getByLabel("Voice").isDisabled()).toBe(true);
  expect(await reader.getByRole("button", { name: "Save changes" }).count()).toBe(0);
  expect(await reader.getByRole("link", { name: "Delete" }).count()).toBe(0);
  await reader.getByRole("link", { name: "Channels", exact: true }).click();
  await reader.getByRole("heading", { name: "Bluesky" }).waitFor();
  expect(await reader.getByRole("button", { name: /Connect/ }).count()).toBe(0);
});

it("the organization is renamed", async () => {
  const page = await openView("/app/organization", { key: plain.keys.admin });
  await page.getByLabel("New name").fill("Northwind 2");
  await page.getByRole("button", { name: "Save the name" }).click();
  await page.getByText("The organization was saved.").waitFor();
  expect(await page.getByText("Northwind 2").count()).toBeGreaterThan(0);
});
