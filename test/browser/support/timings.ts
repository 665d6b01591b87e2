import type { Page } from "playwright-core";

declare global {
  interface Window {
    /** The durations of the interactions so far: see `recordInteractions`. */
    interactionsMs?: number[];
  }
}

/** Opens a view in an empty page, and returns the milliseconds until it shows what it has read. */
export async function loadMs(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: "commit" });
  // The page's clock begins with the navigation.
  const loaded = await page.waitForFunction(
    () =>
      document.querySelector("h1") !== null &&
      document.querySelector(".skeleton") === null &&
      performance.now(),
  );
  return Number(await loaded.jsonValue());
}

/** Records from now on how long each interaction takes until the next paint. Call it before the page is opened. */
export async function recordInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const found: number[] = [];
    const events = { type: "event", durationThreshold: 16, buffered: true };
    window.interactionsMs = found;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ("interactionId" in entry && entry.interactionId !== 0) found.push(entry.duration);
    }).observe(events);
  });
}

/**
 * Returns the longest duration of an interaction in milliseconds, which browsers round to 8 ms; 0 if none took 16 ms. In a
 * session of fewer than 50 interactions this is the metric "interaction to next paint".
 */
export function longestInteractionMs(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, ...(window.interactionsMs ?? [])));
}
