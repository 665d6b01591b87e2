import fc from "fast-check";
import { expect, it } from "vitest";
import { type Brand, changeBrand, withSchedulesRestart } from "../../functions/domain/brand.ts";
import { hourMs, minuteMs, secondMs } from "../../functions/domain/time.ts";
import { aBrand, newId, testTimeMs } from "../support/table/entities.ts";

function moved(brand: Brand, nowMs: number) {
  const timezone = brand.timezone === "UTC" ? "Asia/Tokyo" : "UTC";
  return withSchedulesRestart(changeBrand(brand, { timezone }, nowMs), nowMs);
}

it("the schedules of a brand restart once a minute at most, and within a minute after every change of its time zone", () => {
  const pauses = fc.array(fc.integer({ min: 1, max: 90 * secondMs }), { minLength: 1, maxLength: 200 });
  const property = fc.property(pauses, (all) => {
    let brand = aBrand(newId("org"));
    let nowMs = testTimeMs;
    const changes: number[] = [];
    const restarts: number[] = [];
    for (const pauseMs of all) {
      nowMs += pauseMs;
      // The worker begins a restart when it is due.
      if ((brand.restartAtMs ?? 0) <= nowMs) brand = { ...brand, isRestartPending: false };
      const following = moved(brand, nowMs);
      ({ brand } = following);
      changes.push(nowMs);
      restarts.push(...following.messages.map(({ notBeforeMs }) => notBeforeMs));
    }
    for (const [index, atMs] of restarts.slice(1).entries())
      expect(atMs - (restarts[index] ?? 0)).toBeGreaterThanOrEqual(minuteMs);
    for (const changedMs of changes)
      expect(restarts.some((atMs) => atMs >= changedMs && atMs <= changedMs + minuteMs)).toBe(true);
  });
  fc.assert(property);
});

it("a change of the time zone requests a restart again when the one before is lost", () => {
  const first = moved(aBrand(newId("org")), testTimeMs);
  expect(moved(first.brand, testTimeMs + hourMs).messages).toEqual([]);
  const lostMs = testTimeMs + hourMs + 1;
  expect(moved(first.brand, lostMs).messages).toMatchObject([{ notBeforeMs: lostMs }]);
});
