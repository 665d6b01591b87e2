import { afterAll, expect, it } from "vitest";
import { routes } from "../../functions/contract/routes.ts";
import { openHttpClient } from "../support/client/http-client.ts";
import { runFuzz } from "../support/fuzz/fuzz-run.ts";
import { provided } from "../support/setup/provided.ts";

const client = openHttpClient(provided("service"));
afterAll(() => client.close());

// Every run sends the same requests, some to every endpoint. test/long/fuzz.test.ts sends 10,000, half of them new.
it("the responses to 500 valid, nearly valid and absurd requests follow the contract", {
  timeout: 120_000,
}, async () => {
  const { violations, requests, statusCounts } = await runFuzz(client, { seed: 4, requests: 500 });
  expect(violations).toEqual([]);
  expect(requests).toBe(500);
  expect(statusCounts.routesCalled()).toEqual(new Set(Object.keys(routes)));
});
