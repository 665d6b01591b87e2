import { ok } from "@oazapfts/runtime";
import { expect, it } from "vitest";
import * as api from "../../client/api.ts";
import { axeViolations } from "./support/axe.ts";
import { beyondEdges } from "./support/layout.ts";
import { newPage, screens, untilLoaded } from "./support/open-page.ts";
import { seedOrganization, withApi } from "./support/seed.ts";

it("a reviewer reads, comments and approves with a link, and no address, storage or cookie has its token", async () => {
  const { keys, ids } = await seedOrganization();
  const issue = (newReviewLink: api.NewReviewLink) =>
    withApi(keys.write, (options) => ok(api.createReviewLink({ newReviewLink }, options)));
  const ofBrand = await issue({ brandId: ids.brand, name: "Ada", mayApprove: true });
  const ofPost = await issue({ postId: ids.draft, name: "Bob" });
  const page = await newPage({ key: keys.read, expected: /status of 401/ });
  const cookies = new Set<string | undefined>();
  page.on("request", (request) => {
    if (request.url().includes("/v1/"))
      void request.headerValue("cookie").then((cookie) => cookies.add(cookie ?? undefined));
  });

  await page.goto(ofBrand.url);
  await untilLoaded(page);
  expect(page.url()).not.toContain("cpr_");
  expect(await axeViolations(page)).toEqual([]);
  const post = page.getByRole("article").filter({ hasText: "The new roastery opens" });
  await post.getByText("Comments").click();
  await post.getByLabel("New comment").fill("Looks good to me.");
  await post.getByRole("button", { name: "Add the comment" }).click();
  await post.getByText("Looks good to me.").waitFor();
  await post.getByRole("button", { name: "Approve" }).click();
  await post.getByText("Scheduled").waitFor();

  // Another link in the same tab changes only what follows the `#`.
  await page.goto(ofPost.url);
  await page.getByText("For Bob").waitFor();
  await untilLoaded(page);
  expect(await page.getByRole("article").count()).toBe(1);
  expect(await page.getByRole("button", { name: "Approve" }).count()).toBe(0);
  await page.setViewportSize({ width: 390, height: screens[390] });
  expect(await beyondEdges(page)).toEqual([]);
  const stored = await page.evaluate(() =>
    JSON.stringify([
      ...Object.entries(localStorage),
      ...Object.entries(sessionStorage),
      history.state,
      location.href,
    ]),
  );
  expect(stored).not.toContain("cpr_");
  expect([...cookies]).toEqual([undefined]);

  await withApi(keys.write, (options) => ok(api.deleteReviewLink({ id: ofPost.id }, options)));
  await page.goto("/sign-in");
  await page.goto(ofPost.url);
  await page.getByText("This link is no longer valid").waitFor();
});
