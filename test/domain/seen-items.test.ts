import { expect, it } from "vitest";
import { afterRun, type SeenItems, takenSlots } from "../../functions/domain/seen-items.ts";

const startMs = Date.UTC(2026, 10, 21, 12);
const nothing: SeenItems = { version: null, days: {}, slots: {} };

it("there is nothing to store after a run that took no slot", () => {
  expect(afterRun(nothing, new Map(), startMs)).toBe(nothing);
});

it("a slot is taken until it has passed, and slots are shared from 100 on", () => {
  const slots = Array.from({ length: 100 }, (_, index) => startMs + (index + 1) * 1000);
  const few = afterRun(nothing, new Map([["feed", slots.slice(0, 99)]]), startMs);
  expect(takenSlots(few, "feed")).toEqual(new Set(slots.slice(0, 99)));
  expect(takenSlots(few, "other").size).toBe(0);
  const later = afterRun(few, new Map([["other", [startMs + 98_000]]]), startMs + 98_000);
  expect(takenSlots(later, "feed")).toEqual(new Set([slots[98]]));
  const full = afterRun(few, new Map([["feed", slots.slice(99)]]), startMs);
  expect(takenSlots(full, "feed").size).toBe(0);
});
