import { beforeAll, describe, expect, it } from "vitest";
import { axeViolations } from "./support/axe.ts";
import { saveImages } from "./support/images.ts";
import { beyondEdges } from "./support/layout.ts";
import { openView } from "./support/open-page.ts";
import { type Seeded, seedOrganization } from "./support/seed.ts";
import { hostileTexts } from "./support/texts.ts";
import { faultsOf, noFaults } from "./support/view-faults.ts";
import { views } from "./support/views.ts";

let plain: Seeded;
let hostile: Seeded;

beforeAll(async () => {
  [plain, hostile] = await Promise.all([seedOrganization(), seedOrganization(hostileTexts)]);
});

// Every page of these tests fails its test on an error in the console and on a violation of the security policy.
describe.each(views)("the view $name", ({ name, path }) => {
  it("has no violation that axe finds, in light and dark, and does not scroll sideways on a phone", async () => {
    const page = await openView(path(plain.ids), { key: plain.keys.admin });
    await saveImages(page, name);
    expect(await faultsOf(page)).toEqual(noFaults);
  });

  it("shows hostile text as text, and it does not break the layout on a phone", async () => {
    const page = await openView(path(hostile.ids), { key: hostile.keys.admin, width: 390 });
    expect(await beyondEdges(page)).toEqual([]);
    // The markup of the texts would hide everything.
    expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
  });
});

it("the page of signing in has no violation that axe finds, in light and dark, and fits on a phone", async () => {
  const page = await openView("/sign-in");
  await saveImages(page, "sign-in");
  expect(await faultsOf(page)).toEqual(noFaults);
});

it("an unknown path below the dashboard says that there is nothing", async () => {
  const page = await openView("/app/nothing-here", { key: plain.keys.admin });
  expect(await axeViolations(page)).toEqual([]);
});

it("a view that is opened without a session leads to the page of signing in", async () => {
  const page = await openView("/app/posts?status=pending", { expected: /status of 401/ });
  await page.waitForURL(/\/sign-in/);
  expect(await page.getByLabel("API key").isVisible()).toBe(true);
});
