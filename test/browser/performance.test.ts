import { beforeAll, expect, it } from "vitest";
import { runLighthouse } from "./support/lighthouse.ts";
import { newPage, untilLoaded } from "./support/open-page.ts";
import { type Seeded, seedOrganization } from "./support/seed.ts";
import { storeManyPosts } from "./support/seed-table.ts";
import { loadMs, longestInteractionMs, recordInteractions } from "./support/timings.ts";

let seeded: Seeded;

beforeAll(async () => {
  seeded = await seedOrganization();
  await storeManyPosts({ organizationId: seeded.organizationId, brandId: seeded.ids.brand }, 10_000);
});

it("with 10,000 posts, Today shows what it has read within a second of a cold start of the page", async () => {
  // The first request of a function starts it, which is not what this measures.
  await loadMs(await newPage({ key: seeded.keys.admin }), "/app/today");
  const timesMs = [];
  for (let round = 0; round < 3; round += 1)
    timesMs.push(await loadMs(await newPage({ key: seeded.keys.admin }), "/app/today"));
  expect(Math.min(...timesMs)).toBeLessThan(1_000);
});

it("with 10,000 posts, the page paints within 100 ms of each interaction with the list of posts", async () => {
  const page = await newPage({ key: seeded.keys.write });
  await recordInteractions(page);
  await page.goto("/app/posts");
  const rows = page.getByRole("list", { name: "Posts" }).getByRole("listitem");
  await rows.first().waitFor();
  for (let loaded = 1; loaded <= 5; loaded += 1) {
    const before = await rows.count();
    await page.getByRole("button", { name: "Load more" }).click();
    await expect.poll(() => rows.count()).toBeGreaterThan(before);
  }
  await page.getByRole("checkbox", { name: /^Select all/ }).check();
  await rows.nth(3).getByRole("checkbox").uncheck();
  await page.getByRole("checkbox", { name: /^Select all/ }).check();
  await page.getByRole("link", { name: "Failed", exact: true }).click();
  await page.getByLabel("Order").selectOption({ index: 1 });
  await page.getByRole("link", { name: "Calendar" }).click();
  await untilLoaded(page);
  expect(await longestInteractionMs(page)).toBeLessThan(100);
});

it.each(["/app/today", "/app/posts"])(
  "Lighthouse gives %s on a desktop at least 95, 100 and 100",
  async (path) => {
    const runs = [];
    // Other work on the machine can only lower a score, so the best of three says what the page can do.
    while (runs.length < 3 && !runs.some(({ performance }) => performance >= 95)) {
      const scores = await runLighthouse(path, { key: seeded.keys.admin, device: "desktop" });
      expect(scores).toMatchObject({ accessibility: 100, bestPractices: 100 });
      runs.push(scores);
    }
    const faults = runs.map((run) => run.faults.join("\n")).join("\n\n");
    expect(Math.max(...runs.map(({ performance }) => performance)), faults).toBeGreaterThanOrEqual(95);
  },
);
