import { mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { Page } from "playwright-core";
import { type ScreenWidth, screens } from "./open-page.ts";

const imagesDirectory = join(import.meta.dirname, "../../../docs/images");
const isWanted = process.env["UPDATE_IMAGES"] === "1";

/** The views whose screens are kept. */
const pictured = new Set(["today", "calendar", "posts", "post", "run", "trend", "webhook", "dead-letter"]);

/** Writes the screens of a view at all widths to docs/images, if UPDATE_IMAGES=1 and the view is one of those that are kept. */
export async function saveImages(page: Page, view: string): Promise<void> {
  if (!isWanted || !pictured.has(view)) return;
  mkdirSync(imagesDirectory, { recursive: true });
  for (const width of [390, 768, 1440] satisfies ScreenWidth[]) {
    await page.setViewportSize({ width, height: screens[width] });
    await page.screenshot({ path: join(imagesDirectory, `${view}-${width}.png`), animations: "disabled" });
  }
}
