import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
import { anyFaults } from "../support/api/responses.ts";
import { caseOf, cases, keyFor, pathOf, type RouteCase } from "../support/api/route-cases.ts";
import { openClient } from "../support/client/checked-client.ts";
import type { CallOptions } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";

// Every endpoint with every hostile value, one after the other; test/api/hostile-input has what is quick.

/** No request may take longer, whatever is in it. */
const client = openClient(provided("service"), { timeoutMs: 5_000 });
afterAll(() => client.close());

const every = Object.keys(routes).map((name): [string, Route, RouteCase] => [
  name,
  caseOf(name).route,
  caseOf(name),
]);
const withBody = every.filter(([, { body }]) => body !== undefined);
const withSegment = every.filter(([, { path }]) => path.includes("{"));

let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await newFixtures();
  for (const key of [fixtures.keys.write, fixtures.keys.admin])
    await changeKeyRecord(key, { rateLimit: 1_000_000 });
});

const send = (route: Route, options: CallOptions) =>
  client.call(route.method, pathOf(route, fixtures), { key: keyFor(route, fixtures), ...options });

describe.each(withBody)("the body of %s", (_, route, { body = {} }) => {
  it("is refused for just what its schema refuses, with any wrong value in any field", async () => {
    for (const { path, changed } of replacements(body, hostileFields)) {
      const answer = await send(route, { body: changed });
      const allowed = route.body?.safeParse(JSON.parse(JSON.stringify(changed))).success === true;
      expect({ path, refused: allowed || answer.status === 400 }).toEqual({ path, refused: true });
      expect(anyFaults(answer)).toEqual([]);
    }
  });
});

describe.each(withSegment)("the path of %s", (_, route) => {
  it("names nothing when it is hostile", async () => {
    for (const segment of hostileSegments) {
      const path = pathOf(route, fixtures, segment);
      const answer = await client.call(route.method, path, {
        key: keyFor(route, fixtures),
        body: cases.createBrand.body,
      });
      expect([400, 404]).toContain(answer.status);
      expect(anyFaults(answer)).toEqual([]);
    }
  });
});

describe.each(every)("%s", (_, route, { body }) => {
  it("bears any header, and any body where it takes none", async () => {
    for (const headers of hostileHeaders)
      expect(anyFaults(await send(route, { headers, ...(body && { body }) }))).toEqual([]);
    if (body) return;
    for (const [, rawBody] of hostileBodies) expect(anyFaults(await send(route, { rawBody }))).toEqual([]);
    expect(anyFaults(await send(route, { rawBody: "a".repeat(300_000) }))).toEqual([]);
  });
});
