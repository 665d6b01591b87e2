import { expect, it } from "vitest";
import { isFromDashboard } from "../../functions/platform/session-cookie.ts";

/** Returns the headers of an event as API Gateway makes them, with the names as they were sent. */
function eventHeaders(sent: readonly (readonly [name: string, value: string])[]) {
  const multiValueHeaders: Record<string, string[]> = {};
  for (const [name, value] of sent) (multiValueHeaders[name] ??= []).push(value);
  const headers = Object.fromEntries(sent.map(([name, value]) => [name.toLowerCase(), value]));
  return { headers, multiValueHeaders };
}

const dashboard = ["X-Requested-With", "dashboard"] as const;
const sameOrigin = ["Sec-Fetch-Site", "same-origin"] as const;
const crossSite = ["Sec-Fetch-Site", "cross-site"] as const;

it.each([
  ["from a browser", [dashboard, sameOrigin]],
  ["from a browser that does not send Sec-Fetch-Site", [dashboard]],
  ["with names in lower case", [["x-requested-with", "dashboard"] as const, sameOrigin]],
])("a request of the dashboard %s is known as one", (_, sent) => {
  expect(isFromDashboard(eventHeaders(sent))).toBe(true);
  expect(isFromDashboard({ headers: eventHeaders(sent).headers })).toBe(true);
});

it.each([
  ["without the header", [sameOrigin]],
  ["with another value", [["X-Requested-With", "Dashboard"] as const]],
  ["of another site", [dashboard, crossSite]],
  ["with another value before the dashboard's", [["X-Requested-With", "fetch"] as const, dashboard]],
  ["with another value after the dashboard's", [dashboard, ["x-requested-with", "fetch"] as const]],
  ["of another site and of this one", [dashboard, crossSite, sameOrigin]],
  ["of this site and of another one", [dashboard, sameOrigin, ["sec-fetch-site", "cross-site"] as const]],
])("a request %s is not one of the dashboard", (_, sent) => {
  expect(isFromDashboard(eventHeaders(sent))).toBe(false);
});
