import { ok } from "@oazapfts/runtime";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import * as api from "../../client/api.ts";
import { failingApi, slowApi, unreachableApi } from "./support/faults.ts";
import { pressOn } from "./support/keyboard.ts";
import { newPage, openView } from "./support/open-page.ts";
import { type Seeded, seedOrganization, withApi } from "./support/seed.ts";

let seeded: Seeded;

beforeAll(async () => {
  seeded = await seedOrganization();
});

const hourMs = 3_600_000;

/** Creates a post that waits for approval, before all others. */
function newPendingPost(text: string): Promise<api.Post> {
  const scheduledAt = new Date(Date.now() + hourMs).toISOString();
  const newPost = {
    brandId: seeded.ids.brand,
    channel: "feed" as const,
    text,
    scheduledAt,
    status: "pending" as const,
  };
  return withApi(seeded.keys.write, (options) => ok(api.createPost({ newPost }, options)));
}

const statusOf = (id: string) =>
  withApi(seeded.keys.read, async (options) => (await ok(api.getPost({ id }, options))).status);

const waiting = (page: Page, text: string) =>
  page.getByRole("region", { name: "Waits for approval" }).getByRole("listitem").filter({ hasText: text });

it("a post is approved with the mouse, and the approval is undone", async () => {
  const { id } = await newPendingPost("Doors open at nine");
  const page = await openView("/app/today", { key: seeded.keys.write });
  await waiting(page, "Doors open at nine").getByRole("button", { name: "Approve" }).click();
  await page.getByText("The post is approved.").waitFor();
  expect(await statusOf(id)).toBe("scheduled");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("The post waits for approval again.").waitFor();
  expect(await statusOf(id)).toBe("pending");
  await waiting(page, "Doors open at nine").waitFor();
});

it("a post is rejected with the keyboard alone", async () => {
  const { id } = await newPendingPost("Closed on Monday");
  const page = await openView("/app/today", { key: seeded.keys.write });
  await pressOn(page, waiting(page, "Closed on Monday").getByRole("button", { name: "Reject" }), "Enter");
  await page.getByText("The post is rejected.").waitFor();
  expect(await statusOf(id)).toBe("draft");
});

it("a key that may only read gets no buttons that change anything", async () => {
  await newPendingPost("For every eye");
  const page = await openView("/app/today", { key: seeded.keys.read });
  await waiting(page, "For every eye").waitFor();
  expect(await page.getByRole("button", { name: /^(?:Approve|Reject)$/ }).count()).toBe(0);
  expect(await page.getByRole("link", { name: "Write a post" }).count()).toBe(0);
});

it("the view says that it is loading while the API is slow, and then shows the posts", async () => {
  await newPendingPost("Worth the wait");
  const page = await newPage({ key: seeded.keys.write });
  await slowApi(page, 1_000);
  await page.goto("/app/today");
  await page.getByText("Loading …").first().waitFor({ state: "attached" });
  expect(await waiting(page, "Worth the wait").count()).toBe(0);
  await waiting(page, "Worth the wait").waitFor();
});

it("the view shows the error of a failed list, and a click reads the list again", async () => {
  await newPendingPost("Back again");
  const page = await newPage({ key: seeded.keys.write, expected: /Failed to load resource.*500/ });
  const end = await failingApi(page, 500, /\/v1\/posts/);
  await page.goto("/app/today");
  const alert = page.getByRole("region", { name: "Waits for approval" }).getByRole("alert");
  await alert.waitFor();
  expect(await alert.textContent()).toContain("req_of_a_test");
  await end();
  await alert.getByRole("button", { name: "Try again" }).click();
  await waiting(page, "Back again").waitFor();
  await alert.waitFor({ state: "detached" });
});

it("the posts stay on the screen when the API can no longer be reached", async () => {
  await newPendingPost("Still here");
  const page = await openView("/app/today", { key: seeded.keys.write, expected: /Failed to load resource/ });
  await unreachableApi(page);
  const button = waiting(page, "Still here").getByRole("button", { name: "Approve" });
  await button.click();
  await waiting(page, "Still here").getByRole("alert").waitFor();
  expect(await button.isEnabled()).toBe(true);
});
