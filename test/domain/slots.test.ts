import fc from "fast-check";
import { expect, it } from "vitest";
import { weekdays } from "../../functions/domain/brand.ts";
import { instantOf } from "../../functions/domain/local-time.ts";
import { nextSlots } from "../../functions/domain/slots.ts";
import { dayMs } from "../../functions/domain/time.ts";

const zurich = "Europe/Zurich";
const at = (text: string) => Date.parse(text);
const slot = (weekday: (typeof weekdays)[number], time: string) => ({ weekday, time });

function wallClock(epochMs: number, timeZone: string): string {
  const options = {
    timeZone,
    weekday: "long",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  } as const;
  return new Intl.DateTimeFormat("en-GB", options).format(epochMs).toLowerCase();
}

it("the next posting slots are the brand's local times, in order, after now", () => {
  const slots = [slot("monday", "09:00"), slot("wednesday", "18:30")];
  const next = nextSlots(slots, zurich, at("2026-11-21T12:00:00Z"), 3);
  expect(next.map((time) => new Date(time).toISOString())).toEqual([
    "2026-11-23T08:00:00.000Z",
    "2026-11-25T17:30:00.000Z",
    "2026-11-30T08:00:00.000Z",
  ]);
});

it("the next posting slots keep their local time when daylight saving time ends", () => {
  const next = nextSlots([slot("sunday", "12:00")], zurich, at("2026-10-20T00:00:00Z"), 2);
  expect(next.map((time) => new Date(time).toISOString())).toEqual([
    "2026-10-25T11:00:00.000Z",
    "2026-11-01T11:00:00.000Z",
  ]);
});

it("a slot at a time that is skipped in spring moves forward, and a slot at a repeated time uses the first occurrence", () => {
  const gap = instantOf({ year: 2026, month: 3, day: 29, hour: 2, minute: 30 }, zurich);
  expect(new Date(gap).toISOString()).toBe("2026-03-29T01:30:00.000Z");
  const overlap = instantOf({ year: 2026, month: 10, day: 25, hour: 2, minute: 30 }, zurich);
  expect(new Date(overlap).toISOString()).toBe("2026-10-25T00:30:00.000Z");
});

it("a slot has its own weekday and local time, in every zone and at any date", () => {
  const zones = [
    "Europe/Zurich",
    "America/New_York",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "UTC",
    "Australia/Lord_Howe",
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom(...weekdays),
      // Not between 23:00 and 05:00, when clocks change.
      fc.integer({ min: 5, max: 22 }),
      fc.integer({ min: 0, max: 59 }),
      fc.integer({ min: at("2020-01-01T00:00:00Z"), max: at("2035-01-01T00:00:00Z") }),
      (zone, weekday, hour, minute, afterMs) => {
        const time = `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
        const [next = 0] = nextSlots([slot(weekday, time)], zone, afterMs, 1);
        expect(wallClock(next, zone)).toBe(`${weekday} ${time}`);
        expect(next).toBeGreaterThan(afterMs);
        expect(next - afterMs).toBeLessThanOrEqual(8 * dayMs);
      },
    ),
  );
});

it("a brand without slots has no next posting slots", () => {
  expect(nextSlots([], zurich, 0, 5)).toEqual([]);
});
