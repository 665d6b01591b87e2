import { afterAll, expect, it } from "vitest";
import { routes } from "../../functions/contract/routes.ts";
import { openClient } from "../support/client/checked-client.ts";
import { provided } from "../support/setup/provided.ts";
import { checkTenancy } from "../support/tenancy/check-tenancy.ts";
import { unclassifiedFields } from "../support/tenancy/id-fields.ts";
import { minimumCases } from "../support/tenancy/minimum-cases.ts";

const client = openClient(provided("service"), { timeoutMs: 30_000 });
afterAll(() => client.close());

it("knows of every place in every request whether it names something, and what", () => {
  expect(unclassifiedFields(Object.values(routes))).toEqual([]);
});

// That each route does what it is for when its own things are named and its role asks, be it without a body, is the
// first test of routes.test.ts.
it("answers another organization's ids as unknown ones, in every place and to every role, and changes nothing", async () => {
  const { cases, requests, wrong } = await checkTenancy(client, { isWhole: false });
  console.log(`tenancy: ${cases} cases, ${requests} requests, ${wrong.length} wrong`);
  expect(wrong).toEqual([]);
  expect(cases).toBeGreaterThanOrEqual(minimumCases(Object.values(routes), { isWhole: false }));
}, 120_000);
