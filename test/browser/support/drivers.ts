import type { Locator, Page } from "playwright-core";
import { pressOn, typeInto } from "./keyboard.ts";

/** How someone uses a page. */
interface Driver {
  name: string;
  type: (page: Page, field: Locator, text: string) => Promise<void>;
  /** Presses a button or follows a link. */
  activate: (page: Page, target: Locator) => Promise<void>;
}

export const drivers: readonly Driver[] = [
  {
    name: "the mouse",
    type: async (_page, field, text) => {
      await field.click();
      await field.fill(text);
    },
    activate: (_page, target) => target.click(),
  },
  {
    name: "the keyboard alone",
    type: typeInto,
    activate: (page, target) => pressOn(page, target, "Enter"),
  },
];
