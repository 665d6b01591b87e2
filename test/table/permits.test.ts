import { expect, it } from "vitest";
import { acquirePermit, releasePermit } from "../../functions/table/permits.ts";
import { newId, testTimeMs } from "../support/table/entities.ts";
import { testTable } from "../support/table/table.ts";

const table = testTable();
const now = testTimeMs;
const leaseMs = 20_000;
const anEndpoint = () => ({ organizationId: newId("org"), webhookId: newId("whk") });
const acquire = (endpoint: ReturnType<typeof anEndpoint>, leaseToken: string, nowMs = now) =>
  acquirePermit(table, endpoint, { permits: 2, leaseToken, nowMs, untilMs: nowMs + leaseMs });

it("a slow endpoint gives permits to two workers at most, however many ask at once", async () => {
  const endpoint = anEndpoint();
  const leaseTokens = Array.from({ length: 10 }, (_, index) => `worker ${index}`);
  const permits = await Promise.all(leaseTokens.map((leaseToken) => acquire(endpoint, leaseToken)));
  const acquired = permits.filter((permit) => permit !== null);
  expect(acquired).toHaveLength(2);
  expect(new Set(acquired)).toEqual(new Set([0, 1]));
});

it("a slow endpoint takes no permit from another endpoint", async () => {
  const [one, other] = [anEndpoint(), anEndpoint()];
  for (const leaseToken of ["a", "b", "c"]) await acquire(one, leaseToken);
  expect(await acquire(one, "d")).toBeNull();
  expect(await acquire(other, "d")).toBe(0);
});

it("a slow endpoint gives a permit to another worker when one worker has released its permit", async () => {
  const endpoint = anEndpoint();
  await acquire(endpoint, "a");
  await acquire(endpoint, "b");
  await releasePermit(table, endpoint, { permit: 0, leaseToken: "a" });
  expect(await acquire(endpoint, "c")).toBe(0);
  expect(await acquire(endpoint, "d")).toBeNull();
});

it("a slow endpoint gives a dead worker's permit to another worker when it has expired, and not before", async () => {
  const endpoint = anEndpoint();
  await acquire(endpoint, "dead");
  await acquire(endpoint, "b", now + 10);
  expect(await acquire(endpoint, "c", now + leaseMs)).toBeNull();
  expect(await acquire(endpoint, "c", now + leaseMs + 1)).toBe(0);
});

it("a late release of an expired permit takes no permit from the worker that has it now", async () => {
  const endpoint = anEndpoint();
  await acquire(endpoint, "slept");
  await acquire(endpoint, "b");
  const laterMs = now + leaseMs + 1;
  expect(await acquire(endpoint, "c", laterMs)).toBe(0);
  await releasePermit(table, endpoint, { permit: 0, leaseToken: "slept" });
  expect(await acquire(endpoint, "d", laterMs)).toBe(1);
  expect(await acquire(endpoint, "e", laterMs)).toBeNull();
});
