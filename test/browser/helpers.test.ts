import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axeViolations } from "./support/axe.ts";
import { failingApi, slowApi, unreachableApi } from "./support/faults.ts";
import { pressOn, tabTo, typeInto } from "./support/keyboard.ts";
import { beyondEdges } from "./support/layout.ts";
import { newPage } from "./support/open-page.ts";
import { longestInteractionMs, recordInteractions } from "./support/timings.ts";

// A check of a page is worth something only if it finds a fault.

const html = (body: string) =>
  `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${body}</main></html>`;

it("axe finds a text that is too pale in the dark only", async () => {
  const page = await newPage();
  await page.setContent(
    html('<p style="color: light-dark(#111, #333); background: light-dark(#fff, #222)">Text</p>'),
  );
  await page.addStyleTag({ content: ":root { color-scheme: light dark }" });
  expect(await axeViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await axeViolations(page)).toEqual([expect.stringContaining("color-contrast")]);
});

it("an element that makes the page scroll sideways is found, and one that scrolls by itself is not", async () => {
  const page = await newPage({ width: 390 });
  await page.setContent(html('<div style="overflow-x: auto"><p style="width: 900px">Wide</p></div>'));
  expect(await beyondEdges(page)).toEqual([]);
  await page.setContent(html('<p style="width: 900px">Wide</p>'));
  expect((await beyondEdges(page)).join("\n")).toContain("p.: Wide");
});

it("the Tab key reaches a button and a field, and an element without focus is an error", async () => {
  const page = await newPage();
  await page.setContent(
    html(`<a href="#">Link</a><label>Name <input value="old"></label>
      <button onclick="this.textContent = 'Pressed'">Press</button><span>No button</span>`),
  );
  await typeInto(page, page.getByLabel("Name"), "new");
  expect(await page.getByLabel("Name").inputValue()).toBe("new");
  await pressOn(page, page.getByRole("button"), "Space");
  expect(await page.getByRole("button").textContent()).toBe("Pressed");
  await expect(tabTo(page, page.getByText("No button"))).rejects.toThrow("does not reach");
});

const statusOf = (page: Page) =>
  page.evaluate(() =>
    fetch("/v1/openapi.json").then(
      ({ status }) => status,
      (error: Error) => error.name,
    ),
  );

describe("a fault of the network", () => {
  const expected = /Failed to load resource/;
  it("is a slow API, until it is taken back", async () => {
    const page = await newPage();
    await page.goto("/v1/openapi.json");
    const end = await slowApi(page, 500);
    const startedMs = performance.now();
    expect(await statusOf(page)).toBe(200);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(500);
    await end();
  });

  it("is a failing API, until it is taken back", async () => {
    const page = await newPage({ expected });
    await page.goto("/v1/openapi.json");
    const end = await failingApi(page, 500);
    expect(await statusOf(page)).toBe(500);
    await end();
    expect(await statusOf(page)).toBe(200);
  });

  it("is an API that cannot be reached, until it is taken back", async () => {
    const page = await newPage({ expected });
    await page.goto("/v1/openapi.json");
    const end = await unreachableApi(page);
    expect(await statusOf(page)).toBe("TypeError");
    await end();
    expect(await statusOf(page)).toBe(200);
  });
});

it("the time from a click to the next paint contains what the page computes", async () => {
  const page = await newPage();
  await recordInteractions(page);
  await page.goto("about:blank");
  await page.setContent(html("<button>Compute</button>"));
  expect(await longestInteractionMs(page)).toBe(0);
  await page.getByRole("button").evaluate((button) =>
    button.addEventListener("click", () => {
      const endMs = performance.now() + 150;
      while (performance.now() < endMs);
    }),
  );
  await page.getByRole("button").click();
  await expect.poll(() => longestInteractionMs(page)).toBeGreaterThanOrEqual(144);
});
