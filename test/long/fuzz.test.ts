import { randomInt } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { changeKeyRecord, newOrganization } from "../support/api/organization.ts";
import { openClient } from "../support/client/checked-client.ts";
import { type FuzzRun, runFuzz } from "../support/fuzz/fuzz-run.ts";
import { loggedFailures } from "../support/fuzz/logged-failures.ts";
import { rawRequestFaults } from "../support/fuzz/raw-exchange.ts";
import { mutatedRequests, type RawRequest, rawRequests } from "../support/fuzz/raw-requests.ts";

const { FUZZ_SEED, FUZZ_REQUESTS = "10000" } = process.env;
/** Half of the requests are the same in every run, so that what changed in the code shows; half are new. */
const fixedSeed = 20_261_121;
const seeds = FUZZ_SEED === undefined ? [fixedSeed, randomInt(2 ** 31)] : [Number(FUZZ_SEED)];
const requests = Number(FUZZ_REQUESTS) / seeds.length;
const spoiledCount = 400;
/** Of the valid requests to each endpoint so many are done; the others name what there is not, or come too late. */
const doneShareLeast = 1 / 4;
/** So many, that each endpoint gets valid ones by the dozen. */
const requestsLeast = 2_000;

const client = openClient(inject("service"), { timeoutMs: 10_000 });
afterAll(() => client.close());

let key: string;
beforeAll(async () => {
  const { keys } = await newOrganization();
  key = keys.write;
  await changeKeyRecord(key, { rateLimit: 1_000_000 });
});

it.each(seeds)(
  "answers any request as the contract says, by the seed %i",
  { timeout: 600_000 },
  async (seed) => {
    const run = await runFuzz(client, { seed, requests });
    report(run, seed);
    expect(run.violations).toEqual([]);
    expect(run.requests).toBe(requests);
    // One request by a seed of its own, made again, tells nothing of all endpoints.
    if (requests >= requestsLeast) expect(run.statusCounts.doneLessThan(doneShareLeast)).toEqual([]);
  },
);

it("answers or closes whatever bytes come, and never with a failure of its own", async () => {
  const spoiled = fc.sample(mutatedRequests, { seed: seeds.at(-1) ?? fixedSeed, numRuns: spoiledCount });
  const all = [...rawRequests, ...spoiled];
  const violations: { request: RawRequest; faults: string[] }[] = [];
  for (let at = 0; at < all.length; at += 20) {
    const judged = all
      .slice(at, at + 20)
      .map(async (request) => ({ request, faults: await rawRequestFaults(request, key) }));
    violations.push(...(await Promise.all(judged)).filter(({ faults }) => faults.length > 0));
  }
  console.log(`wire: ${all.length} requests, ${violations.length} violations`);
  expect(violations).toEqual([]);
});

it("has left the service well: it answers, and none of its functions has failed", async () => {
  expect((await client.call("GET", "/v1/brands", { key })).status).toBe(200);
  expect(loggedFailures()).toEqual([]);
});

function report({ requests: made, statusCounts, violations }: FuzzRun, seed: number): void {
  console.log(statusCounts.table());
  for (const { seed: one, faults, request } of violations)
    console.log(`FUZZ_SEED=${one} FUZZ_REQUESTS=1\n${faults.join("\n")}\n${request}`);
  console.log(`fuzz: ${made} requests by the seed ${seed}, ${violations.length} violations`);
}
