import { describe, expect, it } from "vitest";
import { acquirePermit, releasePermit } from "../../functions/table/permits.ts";
import { newId, testTimeMs } from "../support/table/entities.ts";
import { testTable } from "../support/table/table.ts";

const table = testTable();
const now = testTimeMs;
const leaseMs = 20_000;
const anEndpoint = () => ({ organizationId: newId("org"), webhookId: newId("whk") });
const take = (endpoint: ReturnType<typeof anEndpoint>, leaseToken: string, nowMs = now) =>
  acquirePermit(table, endpoint, { permits: 2, leaseToken, nowMs, untilMs: nowMs + leaseMs });

describe("a slow endpoint", () => {
  it("has two workers at most, however many come at once", async () => {
    const endpoint = anEndpoint();
    const tokens = Array.from({ length: 10 }, (_, index) => `worker ${index}`);
    const permits = await Promise.all(tokens.map((leaseToken) => take(endpoint, leaseToken)));
    const taken = permits.filter((permit) => permit !== null);
    expect(taken).toHaveLength(2);
    expect(new Set(taken)).toEqual(new Set([0, 1]));
  });

  it("takes no place from another endpoint", async () => {
    const [one, other] = [anEndpoint(), anEndpoint()];
    for (const leaseToken of ["a", "b", "c"]) await take(one, leaseToken);
    expect(await take(one, "d")).toBeNull();
    expect(await take(other, "d")).toBe(0);
  });

  it("takes another worker when one has ended its turn", async () => {
    const endpoint = anEndpoint();
    await take(endpoint, "a");
    await take(endpoint, "b");
    await releasePermit(table, endpoint, { permit: 0, leaseToken: "a" });
    expect(await take(endpoint, "c")).toBe(0);
    expect(await take(endpoint, "d")).toBeNull();
  });

  it("takes another worker when the turn of one that died has expired, and not before", async () => {
    const endpoint = anEndpoint();
    await take(endpoint, "dead");
    await take(endpoint, "b", now + 10);
    expect(await take(endpoint, "c", now + leaseMs)).toBeNull();
    expect(await take(endpoint, "c", now + leaseMs + 1)).toBe(0);
  });

  it("loses no worker by the late end of a turn that had expired", async () => {
    const endpoint = anEndpoint();
    await take(endpoint, "slept");
    await take(endpoint, "b");
    const laterMs = now + leaseMs + 1;
    expect(await take(endpoint, "c", laterMs)).toBe(0);
    await releasePermit(table, endpoint, { permit: 0, leaseToken: "slept" });
    expect(await take(endpoint, "d", laterMs)).toBe(1);
    expect(await take(endpoint, "e", laterMs)).toBeNull();
  });
});
