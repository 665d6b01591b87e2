import { afterAll, beforeAll, expect, it } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { type Fixtures, newFixtures, newFixturesFor } from "../support/api/fixtures.ts";
import { changeKeyRecord } from "../support/api/organization.ts";
import { errorFaults, fieldsOf, successFaults } from "../support/api/responses.ts";
import { routeCases } from "../support/api/route-cases.ts";
import { sendValidRequest } from "../support/api/send-valid-request.ts";
import { caseOf, routesWithId } from "../support/api/valid-requests.ts";
import { openClient } from "../support/client/checked-client.ts";
import { provided } from "../support/setup/provided.ts";
import { newId } from "../support/table/entities.ts";
import { unclassifiedFields } from "../support/tenancy/id-fields.ts";

// What every route returns to valid and to invalid requests. test/api/route-access.test.ts has who may send them.

const client = openClient(provided("service"), { timeoutMs: 5_000 });
afterAll(() => client.close());

const every: [string, Route][] = Object.entries(routes);
const withInput = every.filter(([, { query, body }]) => query !== undefined || body !== undefined);

const send = (name: string, fixtures: Fixtures, differences?: Parameters<typeof sendValidRequest>[3]) =>
  sendValidRequest(client, name, fixtures, differences);

// The requests that change nothing share their resources.
let fixtures: Fixtures;
/** For tests that send more requests than a key may send in a minute. */
let unlimitedFixtures: Fixtures;
beforeAll(async () => {
  fixtures = await newFixtures();
  unlimitedFixtures = await newFixtures();
  for (const key of Object.values(unlimitedFixtures.keys)) await changeKeyRecord(key, { rateLimit: 10_000 });
});

it("the route cases are those of the route table", () => {
  expect(new Set(Object.keys(routeCases))).toEqual(new Set(Object.keys(routes)));
});

it("every field that accepts an id is classified by the kind of resource that it names", () => {
  expect(unclassifiedFields(Object.values(routes))).toEqual([]);
});

it.each(every)("%s returns its success to the valid request", async (name, route) => {
  const ownFixtures = route.method === "GET" ? fixtures : await newFixturesFor(name);
  const { idInResponse } = caseOf(name);
  const response = await send(
    name,
    ownFixtures,
    route.access === "read" ? { key: ownFixtures.keys.read } : {},
  );
  expect(successFaults(route, response)).toEqual([]);
  expect(response.text).toContain(idInResponse === undefined ? "" : ownFixtures.ids[idInResponse]);
});

it.each(withInput)("%s rejects invalid requests with 400, and names every invalid field", async (name) => {
  const { invalidRequests } = caseOf(name);
  expect(invalidRequests.length).toBeGreaterThan(1);
  for (const { fields, ...request } of invalidRequests) {
    const response = await send(name, unlimitedFixtures, request);
    expect(errorFaults(response, 400)).toEqual([]);
    expect(fieldsOf(response)).toEqual(fields.toSorted((one, other) => one.localeCompare(other)));
  }
});

it.each(routesWithId)(
  "%s checks that its body is JSON before it looks up its id",
  async (name, route, prefix) => {
    const response = await send(name, unlimitedFixtures, { id: newId(prefix), rawBody: "{" });
    expect(errorFaults(response, route.body === undefined ? 404 : 400)).toEqual([]);
  },
);
