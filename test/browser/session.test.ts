import { ok } from "@oazapfts/runtime";
import { beforeAll, expect, it } from "vitest";
import * as api from "../../client/api.ts";
import { newPage, openView } from "./support/open-page.ts";
import { type Seeded, seedOrganization, withApi } from "./support/seed.ts";
import { endSession } from "./support/session.ts";

let seeded: Seeded;

beforeAll(async () => {
  seeded = await seedOrganization();
});

it("someone signs in with a key, comes to the view that was asked for, and the key is in no storage, address or field", async () => {
  const page = await newPage({ expected: /status of 401/ });
  await page.goto("/app/webhooks/signature?from=mail");
  await page.getByLabel("API key").fill(seeded.keys.read);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/app\/webhooks\/signature/);
  const kept = await page.evaluate(() =>
    JSON.stringify([
      location.href,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      history.state,
      Array.from(document.querySelectorAll("input"), ({ value }) => value),
    ]),
  );
  expect(kept).not.toContain(seeded.keys.read);
});

it("a key that the service does not know is rejected in words", async () => {
  const page = await newPage({ expected: /status of 401/ });
  await page.goto("/sign-in");
  await page.getByLabel("API key").fill("cps_unknown");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("The service does not know this key.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/sign-in");
});

it("when the session ends in mid-edit, nothing that was typed is lost", async () => {
  const page = await openView(`/app/posts/new?brandId=${seeded.ids.brand}`, {
    key: seeded.keys.write,
    expected: /status of 401/,
  });
  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill("Written while the session ended");
  await endSession(page.context());
  await page.getByRole("button", { name: "Save as draft" }).click();
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await dialog.getByLabel("API key").fill(seeded.keys.write);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await text.inputValue()).toBe("Written while the session ended");
  await page.getByRole("button", { name: "Save as draft" }).click();
  await page.getByText("The draft is saved.").waitFor();
  const { data } = await withApi(seeded.keys.read, (options) =>
    ok(api.listPosts({ status: ["draft"], brandId: seeded.ids.brand }, options)),
  );
  expect(data.filter(({ content }) => content.text === "Written while the session ended")).toHaveLength(1);
});

it("signing out ends the session on the service, too", async () => {
  const page = await openView("/app/today", { key: seeded.keys.read, expected: /status of 401/ });
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(/\/sign-in/);
  expect(await page.evaluate(async () => (await fetch("/v1/session")).status)).toBe(401);
});
