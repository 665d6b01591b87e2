import { expect, it } from "vitest";
import { areSlotsHeld, holdSlots, reserveSlot } from "../../functions/table/channel-rates.ts";
import { provided } from "../support/setup/provided.ts";
import { newId, testTimeMs } from "../support/table/entities.ts";
import { tableAt, testTable } from "../support/table/table.ts";

const table = testTable();
const aScope = () => ({ organizationId: newId("org"), brandId: newId("brd"), channel: "feed" as const });
const spacingMs = 2_000;

it("the slots of a brand on a channel are evenly spaced, and a slot is free at once when the last one is long ago", async () => {
  const scope = aScope();
  const reserve = (nowMs: number) => reserveSlot(table, scope, { spacingMs, nowMs });
  expect(await reserve(testTimeMs)).toBe(testTimeMs);
  expect(await reserve(testTimeMs)).toBe(testTimeMs + 2_000);
  expect(await reserve(testTimeMs + 500)).toBe(testTimeMs + 4_000);
  expect(await reserve(testTimeMs + 6_000)).toBe(testTimeMs + 6_000);
  expect(await reserve(testTimeMs + 60_000)).toBe(testTimeMs + 60_000);
  expect(await reserveSlot(table, aScope(), { spacingMs, nowMs: testTimeMs })).toBe(testTimeMs);
});

it("fifty posts that reserve at the same moment get fifty different slots without a gap, with three writes each at most", async () => {
  const scope = aScope();
  const counted = tableAt(provided("database"));
  let calls = 0;
  counted.client.middlewareStack.add(
    (next) => (args) => {
      calls += 1;
      return next(args);
    },
    { step: "initialize", priority: "high" },
  );
  const slots = await Promise.all(
    Array.from({ length: 50 }, () => reserveSlot(counted, scope, { spacingMs, nowMs: testTimeMs })),
  );
  expect(slots.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 50 }, (_, index) => testTimeMs + index * spacingMs),
  );
  expect(calls).toBeLessThanOrEqual(150);
});

it("a hold moves the next free slot, also says that earlier slots may not be used, and is never shortened", async () => {
  const scope = aScope();
  const isHeldAt = (nowMs: number) => areSlotsHeld(table, scope, nowMs);
  expect(await isHeldAt(testTimeMs)).toBe(false);
  const untilMs = testTimeMs + 300_000;
  await holdSlots(table, scope, untilMs);
  await holdSlots(table, scope, untilMs - 1);
  expect(await isHeldAt(untilMs - 1)).toBe(true);
  expect(await isHeldAt(untilMs)).toBe(false);
  expect(await reserveSlot(table, scope, { spacingMs, nowMs: testTimeMs })).toBe(untilMs);
  // More slots are reserved than the next hold reaches: the order of the later ones stays.
  await holdSlots(table, scope, untilMs + 1);
  expect(await isHeldAt(untilMs)).toBe(true);
  expect(await reserveSlot(table, scope, { spacingMs, nowMs: testTimeMs })).toBe(untilMs + spacingMs);
});
