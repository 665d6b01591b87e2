import { ok } from "@oazapfts/runtime";
import { beforeAll, describe, expect, it } from "vitest";
import * as api from "../../client/api.ts";
import { axeViolations } from "./support/axe.ts";
import { beyondEdges } from "./support/layout.ts";
import { openView } from "./support/open-page.ts";
import { newDashboardOrganization } from "./support/organization.ts";
import { withApi } from "./support/seed.ts";

// The browser is in Berlin and the brand in New York.

let keys: Awaited<ReturnType<typeof newDashboardOrganization>>["keys"];
let brandId: string;

beforeAll(async () => {
  ({ keys } = await newDashboardOrganization());
  const newBrand = { name: "Hudson Roasters", timezone: "America/New_York" };
  brandId = await withApi(
    keys.write,
    async (options) => (await ok(api.createBrand({ newBrand }, options))).id,
  );
});

/** Creates a post that waits for approval. */
function newPost(text: string, changes: Partial<api.NewPost> = {}): Promise<api.Post> {
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
  const body: api.NewPost = { brandId, channel: "feed", text, scheduledAt, status: "pending", ...changes };
  return withApi(keys.write, (options) => ok(api.createPost({ newPost: body }, options)));
}

const read = (id: string) => withApi(keys.read, (options) => ok(api.getPost({ id }, options)));
const open = (id: string, expected?: RegExp) =>
  openView(`/app/posts/${id}`, { key: keys.write, ...(expected !== undefined && { expected }) });

describe("the page of a post", () => {
  it("approves a post, and undoes it", async () => {
    const { id } = await newPost("Approved by hand");
    const page = await open(id);
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByText("Approved: the post is scheduled.").waitFor();
    expect((await read(id)).status).toBe("scheduled");
    await page.getByRole("button", { name: "Cancel publication" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();
    expect((await read(id)).status).toBe("pending");
    await page.getByRole("button", { name: "Approve" }).waitFor();
  });

  it("sends a post back with a comment, and shows the comment and the history", async () => {
    const { id } = await newPost("To be changed");
    const page = await open(id);
    await page.getByRole("button", { name: "Request changes" }).click();
    const dialog = page.getByRole("dialog", { name: "Request changes" });
    await dialog.getByLabel("What must change?").fill("Name the street.");
    await dialog.getByRole("button", { name: "Send back" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("region", { name: "Comments" }).getByText("Name the street.").waitFor();
    await page.getByRole("region", { name: "History" }).getByText("Changes requested").waitFor();
    expect((await read(id)).status).toBe("draft");
  });

  it("adds a comment", async () => {
    const { id } = await newPost("Commented");
    const page = await open(id);
    await page.getByLabel("Your comment").fill("Which door?");
    await page.getByRole("button", { name: "Add comment" }).click();
    await page.getByRole("region", { name: "Comments" }).getByRole("listitem").waitFor();
    expect(await page.getByLabel("Your comment").inputValue()).toBe("");
  });

  it("deletes a post after a confirmation", async () => {
    const { id } = await newPost("To be deleted");
    const page = await open(id, /status of 404/);
    await page.getByRole("button", { name: "Delete" }).click();
    await page
      .getByRole("dialog", { name: "Delete this post?" })
      .getByRole("button", { name: "Delete the post" })
      .click();
    await page.waitForURL(/\/app\/posts$/);
    expect(await page.getByRole("link", { name: "To be deleted" }).count()).toBe(0);
  });

  it("offers no action to a key that may only read", async () => {
    const { id } = await newPost("Only read");
    const page = await openView(`/app/posts/${id}`, { key: keys.read });
    expect(await page.getByRole("group", { name: "Actions" }).count()).toBe(0);
    expect(await page.getByLabel("Your comment").count()).toBe(0);
  });
});

describe("someone who edits a post", () => {
  it("changes its text and its time in the brand's zone, and undoes both", async () => {
    const { id } = await newPost("Before");
    const before = await read(id);
    const page = await open(id);
    await page.getByRole("button", { name: "Edit" }).click();
    const text = page.getByRole("textbox", { name: "Text" });
    expect(await text.evaluate((element) => element === document.activeElement)).toBe(true);
    await text.fill("After 👩‍👩‍👧‍👦");
    await page.getByText("7 of 500 characters").waitFor();
    await page.getByLabel("Date and time in America/New_York").fill("2027-07-01T09:30");
    await page.getByText("13:30 UTC").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved.").waitFor();
    expect(await read(id)).toMatchObject({
      content: { text: "After 👩‍👩‍👧‍👦" },
      scheduledAt: "2027-07-01T13:30:00.000Z",
    });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();
    expect(await read(id)).toMatchObject({ content: before.content, scheduledAt: before.scheduledAt });
  });

  it("sees that the clocks skip a time, and chooses between two instants if they show it twice", async () => {
    const { id } = await newPost("At night");
    const page = await open(id);
    await page.getByRole("button", { name: "Edit" }).click();
    const time = page.getByLabel("Date and time in America/New_York");
    await time.fill("2027-03-14T02:30");
    await page.getByText("go forward and skip this time. Choose 03:30").waitFor();
    expect(await page.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
    await time.fill("2027-11-07T01:30");
    await page.getByLabel("The clocks go back, and this time comes twice").selectOption("second");
    await page.getByText("06:30 UTC").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved.").waitFor();
    expect((await read(id)).scheduledAt).toBe("2027-11-07T06:30:00.000Z");
  });

  it("sees what someone else has changed meanwhile, and keeps both changes", async () => {
    const { id } = await newPost("Together");
    const page = await open(id);
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("textbox", { name: "Text" }).fill("Together, mine");
    await withApi(keys.admin, (options) =>
      ok(
        api.updatePost(
          { id, postChanges: { text: "Together, theirs", link: "https://example.com/theirs" } },
          options,
        ),
      ),
    );
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Someone else has changed this post while you edited it.").waitFor();
    await page.getByText("Text now, which you have changed too").waitFor();
    expect((await read(id)).content.text).toBe("Together, theirs");
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Keep my changes" }).click();
    expect(await page.getByLabel("Link", { exact: true }).inputValue()).toBe("https://example.com/theirs");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved.").waitFor();
    expect((await read(id)).content).toMatchObject({
      text: "Together, mine",
      link: "https://example.com/theirs",
    });
  });

  it("is asked before changes are lost", async () => {
    const { id } = await newPost("Left");
    const page = await open(id);
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("textbox", { name: "Text" }).fill("Left, changed");
    await page.getByRole("link", { name: "Today", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(await page.getByRole("textbox", { name: "Text" }).inputValue()).toBe("Left, changed");
    await page.getByRole("link", { name: "Today", exact: true }).click();
    await dialog.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL(/today/);
  });
});

describe("a new post", () => {
  it("is created once with the address's time, and waits for approval", async () => {
    const page = await openView(`/app/posts/new?brandId=${brandId}&scheduledAt=2027-07-01T13:30:00.000Z`, {
      key: keys.write,
    });
    expect(await page.getByLabel("Date and time in America/New_York").inputValue()).toBe("2027-07-01T09:30");
    await page.getByRole("textbox", { name: "Text" }).fill("Written by hand");
    await page.getByLabel("Link", { exact: true }).fill("https://example.com/a");
    await page.getByLabel("Hashtags").fill("#coffee, Zürich");
    await page.getByRole("article", { name: "Preview for Feed" }).getByText("Written by hand").waitFor();
    await page.getByRole("button", { name: "Submit for approval" }).dblclick();
    await page.getByText("The post waits for approval now.").waitFor();
    const { data } = await withApi(keys.read, (options) =>
      ok(api.listPosts({ status: ["pending"], brandId }, options)),
    );
    const written = data.filter(({ content }) => content.text === "Written by hand");
    expect(written).toHaveLength(1);
    expect(written[0]).toMatchObject({
      scheduledAt: "2027-07-01T13:30:00.000Z",
      content: { link: "https://example.com/a", hashtags: ["coffee", "Zürich"] },
    });
  });

  it("shows next to its field what the service rejects", async () => {
    const page = await openView(`/app/posts/new?brandId=${brandId}`, {
      key: keys.write,
      expected: /status of 400/,
    });
    await page.getByRole("textbox", { name: "Text" }).fill("With a bad link");
    await page.getByLabel("Link", { exact: true }).fill("https://10.0.0.1/");
    await page.getByRole("button", { name: "Save as draft" }).click();
    await page.locator(".field-error").first().waitFor();
    expect(await page.getByLabel("Link", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    expect(await axeViolations(page)).toEqual([]);
  });

  it("says that its text is too long, before and after the service has rejected it", async () => {
    const page = await openView(`/app/posts/new?brandId=${brandId}`, {
      key: keys.write,
      expected: /status of 400/,
    });
    await page.getByRole("textbox", { name: "Text" }).fill("x".repeat(510));
    await page.getByText("510 of 500 characters").waitFor();
    await page.getByText(": 10 too many").waitFor();
    await page.getByRole("button", { name: "Submit for approval" }).click();
    await page.locator(".field-error", { hasText: "takes at most 500" }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await beyondEdges(page)).toEqual([]);
  });
});
