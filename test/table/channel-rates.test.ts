import { expect, it } from "vitest";
import { holdReservations, reserveTime, takeReservedTime } from "../../functions/table/channel-rates.ts";
import { newId, testTimeMs } from "../support/table/entities.ts";
import { intercepted, testTable } from "../support/table/table.ts";

const table = testTable();
const aScope = () => ({ organizationId: newId("org"), brandId: newId("brd"), channel: "feed" as const });
const spacingMs = 2_000;

it("the reserved times of a brand on a channel are evenly spaced, and a time is free at once when the last one is long ago", async () => {
  const scope = aScope();
  const reserve = (nowMs: number) => reserveTime(table, scope, { spacingMs, nowMs });
  expect(await reserve(testTimeMs)).toBe(testTimeMs);
  expect(await reserve(testTimeMs)).toBe(testTimeMs + 2_000);
  expect(await reserve(testTimeMs + 500)).toBe(testTimeMs + 4_000);
  expect(await reserve(testTimeMs + 6_000)).toBe(testTimeMs + 6_000);
  expect(await reserve(testTimeMs + 60_000)).toBe(testTimeMs + 60_000);
  expect(await reserveTime(table, aScope(), { spacingMs, nowMs: testTimeMs })).toBe(testTimeMs);
});

it("fifty posts that reserve at the same moment get fifty different times without a gap, with three writes each at most", async () => {
  const scope = aScope();
  let calls = 0;
  const counted = intercepted(table, ({ next }) => {
    calls += 1;
    return next();
  });
  const times = await Promise.all(
    Array.from({ length: 50 }, () => reserveTime(counted, scope, { spacingMs, nowMs: testTimeMs })),
  );
  expect(times.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 50 }, (_, index) => testTimeMs + index * spacingMs),
  );
  expect(calls).toBeLessThanOrEqual(150);
});

it("a hold moves the next free time, also says that earlier reserved times may not be used, and is never shortened", async () => {
  const scope = aScope();
  const isHeldAt = async (nowMs: number) => !(await takeReservedTime(table, scope, { spacingMs, nowMs }));
  const untilMs = testTimeMs + 300_000;
  await holdReservations(table, scope, untilMs);
  await holdReservations(table, scope, untilMs - 1);
  expect(await isHeldAt(untilMs - 1)).toBe(true);
  expect(await isHeldAt(untilMs)).toBe(false);
  expect(await reserveTime(table, scope, { spacingMs, nowMs: testTimeMs })).toBe(untilMs);
  // More times are reserved than the next hold reaches: the order of the later ones stays.
  await holdReservations(table, scope, untilMs + 1);
  expect(await isHeldAt(untilMs)).toBe(true);
  expect(await reserveTime(table, scope, { spacingMs, nowMs: testTimeMs })).toBe(untilMs + spacingMs);
});

it("of posts that come at the same moment although their reserved times are apart, two may be published, and the others get later times", async () => {
  const scope = aScope();
  const take = (nowMs: number) => takeReservedTime(table, scope, { spacingMs, nowMs });
  const reserve = (nowMs: number) => reserveTime(table, scope, { spacingMs, nowMs });
  for (let index = 0; index < 5; index += 1) await reserve(testTimeMs);
  const lateMs = testTimeMs + 60_000;
  expect([await take(lateMs), await take(lateMs), await take(lateMs)]).toEqual([true, true, false]);
  expect(await reserve(lateMs)).toBe(lateMs + 2 * spacingMs);
  expect(await reserve(lateMs)).toBe(lateMs + 3 * spacingMs);
  expect(await take(lateMs + spacingMs)).toBe(true);
  expect(await take(lateMs + spacingMs)).toBe(false);
  expect(await take(lateMs + 2 * spacingMs)).toBe(true);
});

it("posts that come a constant time after their reserved times are all published", async () => {
  const scope = aScope();
  for (let index = 0; index < 10; index += 1) {
    const reservedMs = await reserveTime(table, scope, { spacingMs, nowMs: testTimeMs });
    expect(await takeReservedTime(table, scope, { spacingMs, nowMs: reservedMs + 30_000 })).toBe(true);
  }
});
