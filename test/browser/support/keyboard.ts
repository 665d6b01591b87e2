import type { Locator, Page } from "playwright-core";

const focusable = "a[href], button, input, select, textarea, summary, [tabindex]";

/** Moves the focus with the Tab key until it is on an element. Throws an Error if the keyboard cannot reach it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  // Two more: the browser's own parts can have the focus between the last element and the first. And two rounds: a view that
  // is still loading adds elements, and moves the focus to its heading.
  const tabsMax = async () => 2 * ((await page.locator(focusable).count()) + 2);
  for (let tabs = 0; tabs <= (await tabsMax()); tabs += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the Tab key does not reach ${target.toString()}`);
}

/** Goes to an element with the Tab key, and presses a key there. */
export async function pressOn(page: Page, target: Locator, key: "Enter" | "Space"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Goes to a field with the Tab key, and replaces its text. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(text);
}
