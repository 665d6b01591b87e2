import { ok } from "@oazapfts/runtime";
import { beforeAll, expect, it } from "vitest";
import * as api from "../../client/api.ts";
import { openView, untilLoaded } from "./support/open-page.ts";
import { type Seeded, seedOrganization, withApi } from "./support/seed.ts";

let seeded: Seeded;

beforeAll(async () => {
  seeded = await seedOrganization();
});

const hourMs = 3_600_000;

/** Creates a post that waits for approval. */
function newPendingPost(text: string): Promise<api.Post> {
  const newPost = {
    brandId: seeded.ids.brand,
    channel: "feed" as const,
    text,
    scheduledAt: new Date(Date.now() + hourMs).toISOString(),
    status: "pending" as const,
  };
  return withApi(seeded.keys.write, (options) => ok(api.createPost({ newPost }, options)));
}

const statusOf = (id: string) =>
  withApi(seeded.keys.read, async (options) => (await ok(api.getPost({ id }, options))).status);

it("a bulk approval reports the result for each post, keeps the failed post selected, and can be undone", async () => {
  const texts = ["Bulk one", "Bulk two", "Bulk three"] as const;
  const posts = await Promise.all(texts.map(newPendingPost));
  const [one, two, three] = posts.map(({ id }) => id);
  if (one === undefined || two === undefined || three === undefined) throw new Error("no posts");
  const page = await openView("/app/posts?status=pending", { key: seeded.keys.write });
  for (const text of texts) await page.getByRole("checkbox", { name: `Select: ${text}` }).check();
  // Someone else rejects one of them meanwhile.
  await withApi(seeded.keys.write, (options) => ok(api.rejectPost({ id: two }, options)));
  await page.getByRole("button", { name: "Approve 3 posts" }).click();
  await page.getByText("2 posts approved, 1 not").waitFor();
  expect(await Promise.all([one, two, three].map(statusOf))).toEqual(["scheduled", "draft", "scheduled"]);
  const failure = page
    .getByRole("listitem")
    .filter({ hasText: "Bulk two" })
    .filter({ hasText: "unprocessable" });
  await failure.waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("2 posts restored").waitFor();
  expect(await Promise.all([one, two, three].map(statusOf))).toEqual(["pending", "draft", "pending"]);
});

it("the address of a list that is filtered by a tab shows the same list again", async () => {
  await newPendingPost("In the address");
  const page = await openView("/app/posts", { key: seeded.keys.read });
  await page.getByRole("link", { name: "Waits for approval", exact: true }).click();
  await page.waitForURL(/status=pending/);
  await untilLoaded(page);
  const words = () => page.getByRole("list", { name: "Posts" }).getByRole("link").allTextContents();
  const shown = await words();
  expect(shown).toContain("In the address");
  await page.reload();
  await untilLoaded(page);
  expect(await words()).toEqual(shown);
});
