import { setTimeout as sleep } from "node:timers/promises";
import type { Page, Route } from "playwright-core";

/** Requests to the API, and not those for the files of the page. */
const apiPath = /^https:\/\/[^/]+\/v1\//;

/** Delays every response of the API. Returns a function that ends the delays. */
export function slowApi(page: Page, delayMs: number): Promise<() => Promise<void>> {
  return faulty(page, apiPath, async (route) => {
    await sleep(delayMs);
    await route.fallback();
  });
}

/**
 * Lets requests to the API fail with the contract's error of a status. Returns a function that ends it.
 * @param path @default every path of the API
 */
export function failingApi(page: Page, status: number, path: RegExp = apiPath): Promise<() => Promise<void>> {
  const code = status === 429 ? "rate_limited" : status >= 500 ? "internal_error" : "not_found";
  return faulty(page, path, (route) =>
    route.fulfill({
      status,
      headers: { "X-Request-Id": "req_of_a_test", ...(status === 429 && { "Retry-After": "1" }) },
      json: { error: { code, message: `The test let this request fail with ${status}.` } },
    }),
  );
}

/** Breaks the connection of every request to the API. Returns a function that ends it. */
export function unreachableApi(page: Page): Promise<() => Promise<void>> {
  return faulty(page, apiPath, (route) => route.abort("connectionrefused"));
}

async function faulty(page: Page, path: RegExp, respond: (route: Route) => Promise<void>) {
  await page.route(path, respond);
  return () => page.unroute(path, respond);
}
