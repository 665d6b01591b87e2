import { randomInt } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { changeKey, newOrganization } from "../support/api/organization.ts";
import { openClient } from "../support/client/checked-client.ts";
import { type Campaign, runCampaign } from "../support/fuzz/campaign.ts";
import { failuresLogged } from "../support/fuzz/crashes.ts";
import { wireFaults } from "../support/fuzz/wire.ts";
import { spoiledRequests, type WireRequest, wireRequests } from "../support/fuzz/wire-requests.ts";

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
  await changeKey(key, { rateLimit: 1_000_000 });
});

it.each(seeds)(
  "answers any request as the contract says, by the seed %i",
  { timeout: 600_000 },
  async (seed) => {
    const campaign = await runCampaign(client, { seed, requests });
    report(campaign, seed);
    expect(campaign.violations).toEqual([]);
    expect(campaign.requests).toBe(requests);
    // One request by a seed of its own, made again, tells nothing of all endpoints.
    if (requests >= requestsLeast) expect(campaign.tally.doneLessThan(doneShareLeast)).toEqual([]);
  },
);

it("answers or closes whatever bytes come, and never with a failure of its own", async () => {
  const spoiled = fc.sample(spoiledRequests, { seed: seeds.at(-1) ?? fixedSeed, numRuns: spoiledCount });
  const all = [...wireRequests, ...spoiled];
  const violations: { request: WireRequest; faults: string[] }[] = [];
  for (let at = 0; at < all.length; at += 20) {
    const judged = all
      .slice(at, at + 20)
      .map(async (request) => ({ request, faults: await wireFaults(request, key) }));
    violations.push(...(await Promise.all(judged)).filter(({ faults }) => faults.length > 0));
  }
  console.log(`wire: ${all.length} requests, ${violations.length} violations`);
  expect(violations).toEqual([]);
});

it("has left the service well: it answers, and none of its functions has failed", async () => {
  expect((await client.call("GET", "/v1/brands", { key })).status).toBe(200);
  expect(failuresLogged()).toEqual([]);
});

function report({ requests: made, tally, violations }: Campaign, seed: number): void {
  console.log(tally.table());
  for (const { seed: one, faults, request } of violations)
    console.log(`FUZZ_SEED=${one} FUZZ_REQUESTS=1\n${faults.join("\n")}\n${request}`);
  console.log(`fuzz: ${made} requests by the seed ${seed}, ${violations.length} violations`);
}
