import { afterAll, expect, it } from "vitest";
import { routes } from "../../functions/contract/routes.ts";
import { openClient } from "../support/client/checked-client.ts";
import { provided } from "../support/setup/provided.ts";
import { checkTenancy } from "../support/tenancy/check-tenancy.ts";
import { unclassifiedFields } from "../support/tenancy/id-fields.ts";
import { minimumCases } from "../support/tenancy/minimum-cases.ts";

const client = openClient(provided("service"), { timeoutMs: 30_000 });
afterAll(() => client.close());

it("every field that accepts an id is classified by the kind of resource that it names", () => {
  expect(unclassifiedFields(Object.values(routes))).toEqual([]);
});

// routes.test.ts checks that each route succeeds with own ids and the right role.
it("a foreign id gets the response of an unknown id in every field and for every role, and changes nothing", async () => {
  const { cases, requests, wrong } = await checkTenancy(client, { isComplete: false });
  console.log(`tenancy: ${cases} cases, ${requests} requests, ${wrong.length} wrong`);
  expect(wrong).toEqual([]);
  expect(cases).toBeGreaterThanOrEqual(minimumCases(Object.values(routes), { isComplete: false }));
}, 120_000);
