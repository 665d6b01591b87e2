import { mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { Page } from "playwright-core";
import { type ScreenWidth, screens } from "./open-page.ts";

const imagesDirectory = join(import.meta.dirname, "../../../docs/images");
const isWanted = process.env["UPDATE_IMAGES"] === "1";

/** Writes the screens of a view at all widths to docs/images, if UPDATE_IMAGES=1. */
export async function saveImages(page: Page, view: string): Promise<void> {
  if (!isWanted) return;
  mkdirSync(imagesDirectory, { recursive: true });
  for (const width of [390, 768, 1440] satisfies ScreenWidth[]) {
    await page.setViewportSize({ width, height: screens[width] });
    await page.screenshot({ path: join(imagesDirectory, `${view}-${width}.png`), animations: "disabled" });
  }
}
