import type { Page } from "playwright-core";
import { axeViolations } from "./axe.ts";
import { beyondEdges } from "./layout.ts";
import { screens } from "./open-page.ts";

export const noFaults = { light: [], dark: [], onPhone: [], beyondEdges: [] };

/** Looks at a page in light and dark, and on a phone. The page stays dark and as small as a phone. */
export async function faultsOf(page: Page): Promise<Record<keyof typeof noFaults, string[]>> {
  const light = await axeViolations(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await axeViolations(page);
  await page.setViewportSize({ width: 390, height: screens[390] });
  return { light, dark, onPhone: await axeViolations(page), beyondEdges: await beyondEdges(page) };
}
