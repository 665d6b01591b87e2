import { type Browser, chromium, type Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { provided } from "../../support/setup/provided.ts";
import { collectProblems } from "./problems.ts";
import { signIn } from "./session.ts";

/** The widths of a phone, a tablet and a desktop, with their heights. */
export const screens = { 390: 844, 768: 1024, 1440: 900 } as const;
export type ScreenWidth = keyof typeof screens;

interface PageOptions {
  /** The API key of the session. Without it nobody is signed in. */
  key?: string;
  /** @default 1440 */
  width?: ScreenWidth;
  /** Problems that the test causes on purpose. */
  expected?: RegExp;
}

let connected: Promise<Browser> | undefined;

/** Returns the browser that all tests share. */
export function sharedBrowser(): Promise<Browser> {
  connected ??= chromium.connect(provided("browser").endpoint);
  return connected;
}

/**
 * Opens an empty page of a browser without cookies and cache, until the test ends. The test fails when the page has had a
 * problem by then: an error in the console, an exception, a violation of the security policy, or a dialog.
 */
export async function newPage({ key, width = 1440, expected }: PageOptions = {}): Promise<Page> {
  const browser = await sharedBrowser();
  const context = await browser.newContext({
    baseURL: provided("service").url,
    viewport: { width, height: screens[width] },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
  });
  const problems = await collectProblems(context);
  onTestFinished(async () => {
    await context.close();
    expect(problems.filter((problem) => expected?.test(problem) !== true)).toEqual([]);
  });
  if (key !== undefined) await signIn(context, key);
  return context.newPage();
}

/** Opens a view like `newPage`, and waits until it shows what it has read. */
export async function openView(path: string, options: PageOptions = {}): Promise<Page> {
  const page = await newPage(options);
  await page.goto(path);
  await untilLoaded(page);
  return page;
}

/** Waits until the view has its title and nothing in it is being read any more. */
export async function untilLoaded(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector(".skeleton, [aria-busy=true]") === null);
}
