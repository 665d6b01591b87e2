import { afterAll, expect, it } from "vitest";
import { routes } from "../../functions/contract/routes.ts";
import { openClient } from "../support/client/checked-client.ts";
import { provided } from "../support/setup/provided.ts";
import { checkTenancy } from "../support/tenancy/check-tenancy.ts";
import { minimumCases } from "../support/tenancy/minimum-cases.ts";

const client = openClient(provided("service"), { timeoutMs: 30_000 });
afterAll(() => client.close());

// test/api/routes.test.ts checks that each route succeeds with own ids and the right role.
// Some 18,000 requests: 160 s on two idle cores.
it("the service treats another organization's ids as unknown ones, in every case of the complete matrix", {
  timeout: 600_000,
}, async () => {
  const { cases, requests, wrong } = await checkTenancy(client);
  console.log(`tenancy: ${cases} cases, ${requests} requests, ${wrong.length} wrong`);
  expect(wrong).toEqual([]);
  expect(cases).toBeGreaterThanOrEqual(minimumCases(Object.values(routes)));
});
