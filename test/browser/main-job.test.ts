import { ok } from "@oazapfts/runtime";
import { expect, it, onTestFinished } from "vitest";
import * as api from "../../client/api.ts";
import { serveFeed } from "../../lib/demo/feed-server.ts";
import { drivers } from "./support/drivers.ts";
import { openView } from "./support/open-page.ts";
import { newDashboardOrganization } from "./support/organization.ts";
import { withApi } from "./support/seed.ts";

it.each(drivers)(
  "with $name, someone turns a feed into a published post: brand, pipeline, run, approval",
  async ({ type, activate }) => {
    const feed = await serveFeed();
    onTestFinished(feed.close);
    const { keys } = await newDashboardOrganization();
    const page = await openView("/app/today", { key: keys.write });

    await activate(page, page.getByRole("link", { name: "Create a brand" }));
    await type(page, page.getByLabel("Name"), "Harbour Coffee");
    await activate(page, page.getByRole("button", { name: "Create the brand" }));
    await page.getByText("The brand Harbour Coffee was created.").waitFor();

    await activate(page, page.getByRole("link", { name: "Pipelines", exact: true }));
    await activate(page, page.getByRole("link", { name: /^(?:New|Create a) pipeline$/ }).first());
    await type(page, page.getByLabel("Name"), "Harbour news");
    await type(page, page.getByLabel("Address of the feed"), feed.url);
    await activate(page, page.getByRole("button", { name: "Create the pipeline" }));
    await page.getByRole("heading", { level: 1, name: "Harbour news" }).waitFor();

    await activate(page, page.getByRole("button", { name: "Run now" }));
    await page.getByText(/^It made \d+ posts\.$/).waitFor();

    await activate(page, page.getByRole("link", { name: "Today", exact: true }));
    const waiting = page.getByRole("region", { name: "Waits for approval" }).getByRole("listitem");
    const path = await waiting.first().getByRole("link").getAttribute("href");
    await activate(page, waiting.first().getByRole("button", { name: "Approve" }));
    await page.getByText("The post is approved.").waitFor();

    const id = path?.split("/").pop() ?? "";
    const post = await withApi(keys.read, (options) => ok(api.getPost({ id }, options)));
    expect(["scheduled", "published"]).toContain(post.status);
  },
);
