import { randomInt } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { changeKeyRecord, newOrganization } from "../support/api/organization.ts";
import { openClient } from "../support/client/checked-client.ts";
import { type FuzzRun, runFuzz } from "../support/fuzz/fuzz-run.ts";
import { loggedFailures } from "../support/fuzz/logged-failures.ts";
import { rawRequestFaults } from "../support/fuzz/raw-exchange.ts";
import { mutatedRequests, type RawRequest, rawRequests } from "../support/fuzz/raw-requests.ts";
import { provided } from "../support/setup/provided.ts";

const { FUZZ_SEED, FUZZ_REQUESTS = "10000" } = process.env;
/**
 * Half of the requests are the same in every run, so that a new failure comes from a change in the code. Half are new.
 */
const fixedSeed = 20_261_121;
const seeds = FUZZ_SEED === undefined ? [fixedSeed, randomInt(2 ** 31)] : [Number(FUZZ_SEED)];
const requests = Number(FUZZ_REQUESTS) / seeds.length;
const mutatedCount = 400;
/**
 * At least this share of the valid requests to each endpoint succeeds. The others name unknown ids, or are sent too
 * late.
 */
const successShareMin = 1 / 4;
/** With this many requests, each endpoint gets dozens of valid ones. */
const requestsForShares = 2_000;

const client = openClient(provided("service"), { timeoutMs: 10_000 });
afterAll(() => client.close());

let key: string;
beforeAll(async () => {
  const { keys } = await newOrganization();
  key = keys.write;
  await changeKeyRecord(key, { rateLimit: 1_000_000 });
});

it.each(seeds)(
  "the service responds to generated requests as the contract says (seed %i)",
  { timeout: 600_000 },
  async (seed) => {
    const run = await runFuzz(client, { seed, requests });
    report(run, seed);
    expect(run.violations).toEqual([]);
    expect(run.requests).toBe(requests);
    // A few requests, such as the repetition of a failed one, say nothing about all endpoints. With a new seed, an
    // endpoint could get few valid requests by chance.
    if (seed === fixedSeed && requests >= requestsForShares)
      expect(run.statusCounts.routesBelow(successShareMin)).toEqual([]);
  },
);

it("the service responds to malformed HTTP requests or closes the connection, without an internal error", async () => {
  const mutated = fc.sample(mutatedRequests, { seed: seeds.at(-1) ?? fixedSeed, numRuns: mutatedCount });
  const all = [...rawRequests, ...mutated];
  const violations: { request: RawRequest; faults: string[] }[] = [];
  for (let at = 0; at < all.length; at += 20) {
    const checked = all
      .slice(at, at + 20)
      .map(async (request) => ({ request, faults: await rawRequestFaults(request, key) }));
    violations.push(...(await Promise.all(checked)).filter(({ faults }) => faults.length > 0));
  }
  console.log(`raw requests: ${all.length} requests, ${violations.length} violations`);
  expect(violations).toEqual([]);
});

it("the service still responds after all fuzz requests, and none of its functions has failed", async () => {
  expect((await client.call("GET", "/v1/brands", { key })).status).toBe(200);
  expect(loggedFailures()).toEqual([]);
});

function report({ requests: count, statusCounts, violations }: FuzzRun, seed: number): void {
  console.log(statusCounts.table());
  for (const { seed: requestSeed, faults, request } of violations)
    console.log(`FUZZ_SEED=${requestSeed} FUZZ_REQUESTS=1\n${faults.join("\n")}\n${request}`);
  console.log(`fuzz: ${count} requests with seed ${seed}, ${violations.length} violations`);
}
