import { ok } from "@oazapfts/runtime";
import { expect, it, onTestFinished, vi } from "vitest";
import * as api from "../../client/api.ts";
import { serveFeed } from "../../lib/demo/feed-server.ts";
import { axeViolations } from "./support/axe.ts";
import { openView, untilLoaded } from "./support/open-page.ts";
import { newDashboardOrganization } from "./support/organization.ts";
import { withApi } from "./support/seed.ts";
import { plainTexts, type Texts } from "./support/texts.ts";

async function seeded(texts: Texts) {
  const { keys } = await newDashboardOrganization();
  const feed = await serveFeed();
  try {
    return await withApi(keys.admin, async (options) => {
      const brand = await ok(
        api.createBrand(
          {
            newBrand: {
              name: texts("Northwind", 120),
              timezone: "Europe/Berlin",
              settings: { valuePerClick: 0.5, currency: "EUR" },
            },
          },
          options,
        ),
      );
      const newPipeline: api.NewPipeline = {
        name: texts("Morning news", 120),
        status: "active",
        schedule: "0 7 * * 1-5",
        sources: [
          { type: "feed", url: feed.url },
          { type: "hackernews", query: texts("coffee", 100) },
          { type: "arxiv", category: "cs.AI" },
        ],
        topics: [texts("coffee", 80), "the", "harbour"],
        channels: ["feed"],
        postsPerRun: 6,
      };
      const pipeline = await ok(api.createPipeline({ id: brand.id, newPipeline }, options));
      await ok(
        api.createPipeline(
          {
            id: brand.id,
            newPipeline: { ...newPipeline, name: texts("Draft", 120), status: "draft", schedule: null },
          },
          options,
        ),
      );
      const { runId } = await ok(api.triggerRun({ id: pipeline.id }, options));
      await vi.waitFor(
        async () => expect((await ok(api.getRun({ id: runId }, options))).status).toBe("succeeded"),
        { timeout: 60_000, interval: 200 },
      );
      return { keys, ids: { pipeline: pipeline.id, run: runId } };
    });
  } finally {
    feed.close();
  }
}

it("creates, previews, runs, edits, pauses and deletes a pipeline", async () => {
  const feed = await serveFeed();
  onTestFinished(feed.close);
  const { keys } = await newDashboardOrganization();
  const page = await openView("/app/pipelines", { key: keys.write, expected: /404|422|400/ });
  await page.getByRole("link", { name: "create the first brand" }).waitFor();
  const brand = await withApi(keys.write, (options) =>
    ok(api.createBrand({ newBrand: { name: "Acme", timezone: "America/New_York" } }, options)),
  );
  await page.reload();
  await page.getByRole("link", { name: "Create the first pipeline" }).click();
  await page.getByLabel("Name").fill("News");
  await page.getByLabel("Address of the feed").fill("https://127.0.0.1.invalid:1/x?secret=1");
  await page.getByRole("button", { name: "Add a source" }).click();
  const second = page.getByRole("group", { name: "Source 2" });
  await second.getByLabel("Type").selectOption("hackernews");
  await second.getByLabel("Points that a story must have").fill("99999");
  await page.getByLabel("It runs").selectOption("weekly");
  await page.getByLabel("On", { exact: true }).selectOption("0");
  await page.getByLabel("At", { exact: true }).fill("02:30");
  await page.getByText("Every Sunday at 02:30 in America/New_York. The next five times:").waitFor();
  await page.getByLabel("It runs").selectOption("cron");
  expect(await page.getByLabel("Cron expression").inputValue()).toBe("30 2 * * 0");
  await page.getByLabel("Cron expression").fill("30 2 * *");
  await page.getByText("Write five parts").waitFor();
  await page.getByLabel("Cron expression").fill("*/15 9-17 * * 1-5");
  await page.getByText("Every weekday, every 15 minutes from 09:00 to 17:45").waitFor();
  await page.getByLabel("Posts per run").fill("50");
  await page
    .getByText("At most 50 posts a run.", { exact: false })
    .waitFor()
    .catch(() => undefined);
  await page.getByLabel("Who writes the posts").selectOption("openai_compatible");
  await page.getByText("The brand has no model endpoint yet.").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  // The browser rejects 99999 points.
  await second.getByLabel("Points that a story must have").fill("50");
  await page.getByRole("button", { name: "Create the pipeline" }).click();
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Who writes the posts").selectOption("template");
  await page.getByRole("button", { name: "Remove source 2" }).click();
  await page.getByLabel("Address of the feed").fill("http://169.254.169.254/x");
  await page.getByRole("button", { name: "Create the pipeline" }).click();
  await page.getByText("must point to a public address").first().waitFor();
  await page.getByLabel("Address of the feed").fill(feed.url);
  await page.getByRole("link", { name: "Runs", exact: true }).click();
  await page
    .getByRole("dialog", { name: "Leave without saving?" })
    .getByRole("button", { name: "Cancel" })
    .click();
  await page.getByLabel("Posts per run").fill("6");
  await page.getByRole("button", { name: "Create the pipeline" }).dblclick();
  await page.getByRole("heading", { level: 1, name: "News" }).waitFor();
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByText(/This takes up to ten seconds/).waitFor();
  await page.getByText(/A run would make \d+ posts? now/).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Run now" }).click();
  await page.getByText(/^It made \d+ posts\.$/).waitFor();
  await untilLoaded(page);
  await page.getByRole("definition").getByRole("link", { name: "News" }).click();
  await page.getByText("Read by the last run").waitFor();
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Name").fill("My news");
  const { data } = await withApi(keys.write, (options) => ok(api.listOrganizationPipelines({}, options)));
  const id = data[0]?.id ?? "";
  expect(data.length).toBe(1);
  await withApi(keys.write, (options) =>
    ok(api.updatePipeline({ id, pipelineChanges: { topics: ["tea"], postsPerRun: 3 } }, options)),
  );
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Someone else has changed this pipeline meanwhile: topics, posts per run").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Keep what I typed" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name: "My news" }).waitFor();
  const saved = await withApi(keys.write, (options) => ok(api.getPipeline({ id }, options)));
  expect(saved).toMatchObject({ name: "My news", topics: ["tea"], postsPerRun: 3, brandId: brand.id });
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText("is paused").first().waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await page.getByRole("button", { name: "Delete" }).click();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Delete the pipeline" }).click();
  await page.getByRole("heading", { level: 1, name: "Pipelines" }).waitFor();
  await page.getByRole("link", { name: "Create the first pipeline" }).waitFor();
  await page.getByRole("link", { name: "Runs", exact: true }).click();
  await page.getByRole("table").waitFor();
  await page.getByLabel("Status").selectOption("failed");
  await page.getByText(/No run matches|None of the newest/).waitFor();
  expect(page.url()).toContain("status=failed");
});

it("a key that may only read is offered no action", async () => {
  const { keys, ids } = await seeded(plainTexts);
  const page = await openView(`/app/pipelines/${ids.pipeline}`, { key: keys.read });
  expect(await page.getByRole("button", { name: /Run now|Delete|Pause|Preview/ }).count()).toBe(0);
});
