import type { Page } from "playwright-core";

/** Returns the elements that reach beyond the right or left edge of the page, so that it scrolls sideways; [] if it does not. */
export function beyondEdges(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll("body *")].filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return right > clientWidth + 1 || left < -1;
    });
    const names = wide.map(
      ({ tagName, className, textContent }) =>
        `${tagName.toLowerCase()}.${className}: ${textContent.slice(0, 40)}`,
    );
    return [`the page is ${scrollWidth} px wide on a screen of ${clientWidth} px`, ...names.slice(0, 10)];
  });
}
