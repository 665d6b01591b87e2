import fc from "fast-check";
import { expect, it } from "vitest";
import {
  isInQuietHours,
  timesOf,
  weekdays,
  withDayCopied,
  withoutSlot,
  withSlot,
} from "../../dashboard/src/views/settings/slots.ts";

const mondayAt = (time: string) => ({ weekday: "monday" as const, time });
const sundayAt = (time: string) => ({ weekday: "sunday" as const, time });

const slot = fc.record({
  weekday: fc.constantFrom(...weekdays),
  time: fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":")),
});

it("slots are in the order of the week, and each is there once", () => {
  const slots = [sundayAt("09:00"), mondayAt("17:00"), mondayAt("09:00")];
  expect(withSlot(slots, mondayAt("17:00"))).toEqual([
    mondayAt("09:00"),
    mondayAt("17:00"),
    sundayAt("09:00"),
  ]);
});

it("a slot that is added and removed again leaves the slots as they were", () => {
  fc.assert(
    fc.property(fc.array(slot), slot, (given, added) => {
      const slots = given.reduce<typeof given>((made, one) => withSlot(made, one), []);
      fc.pre(!timesOf(slots, added.weekday).includes(added.time));
      const more = withSlot(slots, added);
      expect(more).toHaveLength(slots.length + 1);
      expect(withoutSlot(more, added)).toEqual(slots);
    }),
  );
});

it("a day that is copied replaces the times of the chosen days and of no others", () => {
  const slots = [mondayAt("09:00"), mondayAt("17:00"), sundayAt("11:00")];
  expect(withDayCopied(slots, "monday", ["sunday"])).toEqual([
    mondayAt("09:00"),
    mondayAt("17:00"),
    sundayAt("09:00"),
    sundayAt("17:00"),
  ]);
  expect(withDayCopied(slots, "monday", ["monday"])).toEqual(slots);
  expect(withDayCopied(slots, "tuesday", ["monday", "sunday"])).toEqual([]);
});

it("quiet hours begin with their start and end before their end", () => {
  const hours = [{ start: "12:00", end: "13:00" }];
  const isQuiet = (time: string) => isInQuietHours(mondayAt(time), hours);
  expect(["11:59", "12:00", "12:59", "13:00"].map(isQuiet)).toEqual([false, true, true, false]);
});

it("quiet hours over midnight also cover the morning of the day after", () => {
  const hours = [{ start: "22:00", end: "07:00", weekdays: ["sunday" as const] }];
  expect(isInQuietHours(sundayAt("22:00"), hours)).toBe(true);
  expect(isInQuietHours(mondayAt("06:59"), hours)).toBe(true);
  expect(isInQuietHours(mondayAt("07:00"), hours)).toBe(false);
  expect(isInQuietHours(mondayAt("22:00"), hours)).toBe(false);
  expect(isInQuietHours(sundayAt("06:59"), hours)).toBe(false);
});

it("quiet hours that end when they begin cover a whole day", () => {
  const hours = [{ start: "09:00", end: "09:00", weekdays: ["sunday" as const] }];
  expect(isInQuietHours(sundayAt("08:59"), hours)).toBe(false);
  expect(isInQuietHours(sundayAt("09:00"), hours)).toBe(true);
  expect(isInQuietHours(mondayAt("08:59"), hours)).toBe(true);
  expect(isInQuietHours(mondayAt("09:00"), hours)).toBe(false);
});
