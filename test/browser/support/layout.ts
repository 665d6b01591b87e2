import type { Page } from "playwright-core";

const namedMax = 10;

/** Returns what makes the page scroll sideways: the innermost elements that reach beyond its edges; [] if it does not scroll. */
export function beyondEdges(page: Page): Promise<string[]> {
  return page.evaluate((max) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const isClipped = (element: Element): boolean => {
      const { parentElement: parent } = element;
      if (parent === null || parent === document.body) return false;
      return getComputedStyle(parent).overflowX !== "visible" || isClipped(parent);
    };
    const wide = [...document.querySelectorAll("body *")].filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return (right > clientWidth + 1 || left < -1) && !isClipped(element);
    });
    const innermost = wide.filter(
      (element) => !wide.some((other) => other !== element && element.contains(other)),
    );
    const names = innermost.map((element) => {
      const parents = [element.parentElement?.parentElement, element.parentElement, element];
      const path = parents.map((one) => `${one?.tagName.toLowerCase()}.${one?.className}`).join(" > ");
      return `${path}: ${element.textContent.slice(0, 40)}`;
    });
    return [`the page is ${scrollWidth} px wide on a screen of ${clientWidth} px`, ...names.slice(0, max)];
  }, namedMax);
}
