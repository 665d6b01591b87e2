import { ok } from "@oazapfts/runtime";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import * as api from "../../client/api.ts";
import { addDays, dateIn, weekOf } from "../../dashboard/src/text/weeks.ts";
import { pressOn, tabTo } from "./support/keyboard.ts";
import { openView } from "./support/open-page.ts";
import { newDashboardOrganization } from "./support/organization.ts";
import { withApi } from "./support/seed.ts";

// The browser is in Berlin and the brand in New York, which is on summer time from Sunday, 14 March 2027, at 2:00.

let key: string;
let brandId: string;

const saturday = { at: "2027-03-13T14:30:00.000Z", localTime: "09:30" };
const sunday = { at: "2027-03-14T13:30:00.000Z", localTime: "09:30" };
const sundayEvening = { at: "2027-03-14T22:00:00.000Z", localTime: "18:00" };
const weekOfChange = "2027-W10";
const hourMs = 3_600_000;

beforeAll(async () => {
  const { keys } = await newDashboardOrganization();
  key = keys.write;
  const postingSlots = (["saturday", "sunday"] as const).flatMap((weekday) =>
    ["09:30", "18:00"].map((time) => ({ weekday, time })),
  );
  const newBrand = { name: "Hudson Roasters", timezone: "America/New_York", settings: { postingSlots } };
  brandId = await withApi(key, async (options) => (await ok(api.createBrand({ newBrand }, options))).id);
});

/** Creates a pending post for a time, and opens its week. The post is deleted when the test ends. */
async function openWeek(
  text: string,
  scheduledAt: string,
  week = weekOfChange,
): Promise<{ page: Page; postId: string }> {
  const newPost = { brandId, channel: "feed" as const, text, scheduledAt, status: "pending" as const };
  const { id } = await withApi(key, (options) => ok(api.createPost({ newPost }, options)));
  onTestFinished(() => withApi(key, (options) => ok(api.deletePost({ id }, options))));
  const page = await openView(`/app/calendar?brandId=${brandId}&week=${week}`, { key });
  await page.getByRole("link", { name: text, exact: true }).waitFor();
  return { page, postId: id };
}

const scheduledAtOf = (id: string) =>
  withApi(key, async (options) => (await ok(api.getPost({ id }, options))).scheduledAt);

const slot = (page: Page, { at }: { at: string }) => page.locator(`li:has(> div > time[datetime="${at}"])`);

describe("the calendar of a brand in another zone, in the week of a clock change", () => {
  it("shows each slot at the brand's local time, which is another time in UTC after the change", async () => {
    const { page } = await openWeek("Spring forward", sunday.at);
    for (const { at, localTime } of [saturday, sunday, sundayEvening])
      expect(await page.locator(`time[datetime="${at}"]`).textContent()).toBe(localTime);
    expect(await slot(page, sunday).textContent()).toContain("Spring forward");
    expect(await page.getByRole("heading", { level: 2 }).allTextContents()).toContain("Sun 14 Mar");
  });

  it("moves a post across the change by drag and drop, and back by undo", async () => {
    const { page, postId } = await openWeek("Dragged along", saturday.at);
    await page.locator("[draggable=true]", { hasText: "Dragged along" }).dragTo(slot(page, sunday));
    await page.getByText("The post moved to Sun, 14 Mar 2027, 09:30").waitFor();
    expect(await scheduledAtOf(postId)).toBe(sunday.at);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => scheduledAtOf(postId)).toBe(saturday.at);
  });
});

it("a post moves to another free slot with the keyboard alone", async () => {
  const zone = "America/New_York";
  const nowMs = Date.now();
  const slots = await withApi(key, async (options) => {
    const $from = dateIn(zone, nowMs);
    return (await ok(api.getCalendar({ id: brandId, $from, to: addDays($from, 14) }, options))).slots;
  });
  const from = slots.find(({ at }) => Date.parse(at) > nowMs + hourMs)?.at ?? "";
  const { page, postId } = await openWeek("Keyed along", from, weekOf(dateIn(zone, Date.parse(from))));
  await pressOn(page, page.getByRole("button", { name: "Move Keyed along" }), "Enter");
  const dialog = page.getByRole("dialog", { name: "Move the post" });
  const choice = dialog.getByLabel("Free slot");
  await tabTo(page, choice);
  await page.keyboard.press("ArrowDown");
  const to = await choice.inputValue();
  await pressOn(page, dialog.getByRole("button", { name: "Move", exact: true }), "Enter");
  await dialog.waitFor({ state: "detached" });
  expect(slots.map(({ at }) => at)).toContain(to);
  expect(to).not.toBe(from);
  expect(await scheduledAtOf(postId)).toBe(to);
});
