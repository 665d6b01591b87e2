import { afterAll, beforeAll, expect, it } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import {
  hostileBodies,
  hostileFields,
  hostileHeaders,
  hostileSegments,
} from "../support/api/hostile-values.ts";
import { changeKeyRecord } from "../support/api/organization.ts";
import { replacements } from "../support/api/replacements.ts";
import { anyErrorFaults } from "../support/api/responses.ts";
import type { RouteCase } from "../support/api/route-cases/route-case.ts";
import { routeCases } from "../support/api/route-cases.ts";
import { bodyOf, bodySchemaOf, caseOf, keyFor, pathOf } from "../support/api/valid-requests.ts";
import { openClient } from "../support/client/checked-client.ts";
import type { CallOptions } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";

// Sends every hostile value to every endpoint. test/api/hostile-input.test.ts has the quick part.

/** No request may take longer than the time-out. */
const client = openClient(provided("service"), { timeoutMs: 5_000 });
afterAll(() => client.close());

const allRoutes = Object.keys(routes).map((name): [string, Route, RouteCase] => [
  name,
  caseOf(name).route,
  caseOf(name),
]);
const withBody = allRoutes.filter(([, { body }]) => body !== undefined);
const withSegment = allRoutes.filter(([, { path }]) => path.includes("{"));

let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await newFixtures();
  for (const key of [fixtures.keys.write, fixtures.keys.admin])
    await changeKeyRecord(key, { rateLimit: 1_000_000 });
});

const send = (route: Route, options: CallOptions) =>
  client.call(route.method, pathOf(route, fixtures), { key: keyFor(route, fixtures), ...options });

it.each(withBody)(
  "%s rejects exactly the bodies that its schema rejects, with any wrong value in any field",
  async (name, route) => {
    for (const { path, changed } of replacements(bodyOf(name, fixtures), hostileFields)) {
      const response = await send(route, { body: changed });
      const isAllowed = bodySchemaOf(route)?.safeParse(JSON.parse(JSON.stringify(changed))).success === true;
      expect({ path, isExpected: isAllowed || response.status === 400 }).toEqual({ path, isExpected: true });
      expect(anyErrorFaults(response)).toEqual([]);
    }
  },
);

it.each(withSegment)("%s returns 400 or 404 for a hostile path segment", async (_, route) => {
  for (const segment of hostileSegments) {
    const path = pathOf(route, fixtures, segment);
    const response = await client.call(route.method, path, {
      key: keyFor(route, fixtures),
      body: routeCases.createBrand.body,
    });
    expect([400, 404]).toContain(response.status);
    expect(anyErrorFaults(response)).toEqual([]);
  }
});

it.each(allRoutes)(
  "%s accepts or properly rejects any header, and any body if it takes none",
  async (name, route) => {
    const body = bodyOf(name, fixtures);
    for (const headers of hostileHeaders)
      expect(anyErrorFaults(await send(route, { headers, ...(body && { body }) }))).toEqual([]);
    if (body) return;
    for (const [, rawBody] of hostileBodies)
      expect(anyErrorFaults(await send(route, { rawBody }))).toEqual([]);
    expect(anyErrorFaults(await send(route, { rawBody: "a".repeat(300_000) }))).toEqual([]);
  },
);
