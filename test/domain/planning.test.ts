import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { weekdays } from "../../functions/domain/brand.ts";
import { type Calendar, timeName } from "../../functions/domain/calendar.ts";
import { plannedChange, planTimes } from "../../functions/domain/planning.ts";
import type { Post } from "../../functions/domain/post.ts";
import { hourMs, isoTime, minuteMs } from "../../functions/domain/time.ts";
import { aBrand, aPost, testTimeMs } from "../support/table/entities.ts";

// Saturday, 21 November 2026, 13:00 in Zurich.
const nowMs = testTimeMs;
const empty: Calendar = new Map();
const iso = (atMs: number | null) => (atMs === null ? null : isoTime(atMs).slice(5, 16));

function brandWith(times: readonly string[], quiet: { start: string; end: string }[] = []) {
  const brand = aBrand("org_1");
  const postingSlots = weekdays.flatMap((weekday) => times.map((time) => ({ weekday, time })));
  return { ...brand, settings: { ...brand.settings, postingSlots, quietHours: quiet } };
}

const at = (text: string) => Date.parse(`2026-${text}:00Z`);
const taken = (...times: string[]): Calendar =>
  new Map(times.map((time) => [timeName("feed", at(time)), "pst_other"]));

describe("the times of a run's posts", () => {
  it("are the next slots that no post of their channel has", () => {
    const brand = brandWith(["09:00", "18:00"]);
    const times = planTimes(["feed", "feed", "feed"], brand, taken("11-21T17:00", "11-22T17:00"), nowMs);
    expect(times.map(iso)).toEqual(["11-22T08:00", "11-23T08:00", "11-23T17:00"]);
  });

  it("are now without posting slots, and after the quiet hours if it is quiet now", () => {
    expect(planTimes(["feed", "discord"], brandWith([]), empty, nowMs)).toEqual([nowMs, nowMs]);
    const quiet = brandWith([], [{ start: "12:00", end: "14:00" }]);
    expect(planTimes(["feed"], quiet, empty, nowMs).map(iso)).toEqual(["11-21T13:00"]);
  });

  it("of one story differ between its channels if there are slots for that within 12 hours, and are the same otherwise", () => {
    const brand = brandWith(["09:00", "12:00", "18:00"]);
    const one = planTimes(["feed", "bluesky", "discord"], brand, empty, at("11-22T00:00"));
    expect(one.map(iso)).toEqual(["11-22T08:00", "11-22T11:00", "11-22T17:00"]);
    const daily = planTimes(["feed", "bluesky"], brandWith(["09:00"]), empty, nowMs);
    expect(daily.map(iso)).toEqual(["11-22T08:00", "11-22T08:00"]);
  });

  it("are none for posts beyond the slots of a year or beyond 1,000 taken times, and for a brand that is never open", () => {
    const many: Calendar = new Map(
      Array.from({ length: 999 }, (_, index) => [timeName("discord", nowMs + (index + 1) * minuteMs), "p"]),
    );
    const times = planTimes(["feed", "feed"], brandWith(["09:00"]), many, nowMs);
    expect(times.map(iso)).toEqual(["11-22T08:00", null]);
    const whole = brandWith(["09:00"], [{ start: "09:00", end: "09:00" }]);
    expect(planTimes(["feed"], whole, empty, nowMs)).toEqual([null]);
  });

  it("are no taken slot, no slot twice on a channel, and none more than 12 hours behind a free slot of that channel", () => {
    const channels = ["feed", "bluesky", "discord", "webhook"] as const;
    const brand = brandWith(["07:00", "09:00", "12:00", "15:30", "21:00"]);
    const slots = planTimes(
      Array.from({ length: 60 }, () => "feed" as const),
      brand,
      empty,
      nowMs,
    ).map(Number);
    const property = fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.tuple(fc.constantFrom(...channels), fc.nat(30))),
      (stories, channelCount, given) => {
        const calendar: Calendar = new Map(
          given.map(([channel, slot]) => [timeName(channel, slots[slot] ?? 0), "pst_other"]),
        );
        const planned = channels
          .slice(0, channelCount)
          .flatMap((channel) => Array.from({ length: stories }, () => channel));
        const names = planTimes(planned, brand, calendar, nowMs).map((atMs, index) =>
          timeName(planned[index] ?? "feed", atMs ?? 0),
        );
        expect(new Set([...names, ...calendar.keys()]).size).toBe(names.length + calendar.size);
        for (const channel of new Set(planned)) {
          const left = slots.filter(
            (slot) => !calendar.has(timeName(channel, slot)) && !names.includes(timeName(channel, slot)),
          );
          const last = Math.max(...slots.filter((slot) => names.includes(timeName(channel, slot))));
          expect(last - (left[0] ?? last)).toBeLessThanOrEqual(12 * hourMs);
        }
      },
    );
    fc.assert(property, { numRuns: 200 });
  });
});

describe("a change of a post", () => {
  const brand = brandWith(["09:00"]);
  const slot = "11-22T08:00";
  const base = aPost("org_1", { brandId: brand.id, updatedAt: isoTime(nowMs) });
  const postAt = (time: string | null, changes: Partial<Post> = {}): Post => ({
    ...base,
    scheduledAt: time === null ? null : isoTime(at(time)),
    ...changes,
  });
  const own: Calendar = new Map([[timeName("feed", at(slot)), base.id]]);
  const name = (time: string) => timeName("feed", at(time));

  it("takes its new time and frees the former one", () => {
    const change = plannedChange(postAt(slot), postAt("11-25T10:30"), brand, own);
    expect([...change.taken]).toEqual([[name("11-25T10:30"), base.id]]);
    expect(change.freed).toEqual([name(slot)]);
  });

  it.each(["draft", "failed", "published"] as const)("to the status %s frees its time", (status) => {
    const change = plannedChange(postAt(slot), postAt(slot, { status }), brand, own);
    expect([change.taken.size, change.freed]).toEqual([0, [name(slot)]]);
  });

  it("frees no time that another post has, none that has passed, and none that the post keeps", () => {
    const draft = postAt(slot, { status: "draft" });
    expect(plannedChange(postAt(slot), draft, brand, taken(slot)).freed).toEqual([]);
    const later = { ...draft, updatedAt: isoTime(at(slot)) };
    expect(plannedChange(postAt(slot), later, brand, own).freed).toEqual([]);
    const approved = plannedChange(postAt(slot), postAt(slot, { status: "scheduled" }), brand, own);
    expect([approved.taken.size, approved.freed]).toEqual([0, []]);
  });

  it("to a slot that another post has is 422 and names that post and the next free slot", () => {
    expect(() => plannedChange(postAt("11-25T10:30"), postAt(slot), brand, taken(slot))).toThrow(
      "The posting slot 2026-11-22T08:00:00.000Z on the channel feed is taken by the post pst_other. Choose another time: the next free slot is 2026-11-23T08:00:00.000Z.",
    );
  });

  it("to another post's time that is no slot shares that time, and to a slot that a post of another channel has takes it", () => {
    const shared = plannedChange(null, postAt("11-25T10:30"), brand, taken("11-25T10:30"));
    expect([shared.taken.size, shared.post.scheduledAt]).toEqual([0, isoTime(at("11-25T10:30"))]);
    const other = postAt(slot, { channel: "discord" });
    expect([...plannedChange(null, other, brand, taken(slot)).taken.keys()]).toEqual([
      timeName("discord", at(slot)),
    ]);
  });

  it("to a suggested slot that another post has is 422, if the brand plans its posts in suggested slots", () => {
    const { settings } = brandWith(["18:00"]);
    const slots = weekdays.map((weekday) => ({ weekday, time: "09:00", posts: 30, lift: 1 }));
    const suggestedSlots = { slots, posts: 30, computedAt: isoTime(nowMs) };
    const fixed = { ...brand, settings, suggestedSlots };
    const suggested = { ...fixed, settings: { ...settings, slots: "suggested" as const } };
    expect(() => plannedChange(null, postAt(slot), suggested, taken(slot))).toThrow(
      "the next free slot is 2026-11-23T08:00:00.000Z",
    );
    expect(plannedChange(null, postAt(slot), fixed, taken(slot)).post.scheduledAt).toBe(isoTime(at(slot)));
  });

  it("that submits a post again whose slot is taken gives a post of a run the next free slot, and is 422 for a manual post", () => {
    const draft = postAt(slot, { status: "draft" });
    const moved = plannedChange(draft, postAt(slot), brand, taken(slot, "11-23T08:00"));
    expect(moved.post.scheduledAt).toBe("2026-11-24T08:00:00.000Z");
    expect([...moved.taken.keys()]).toEqual([name("11-24T08:00")]);
    const manual = { runId: null, pipelineId: null };
    expect(() => plannedChange({ ...draft, ...manual }, postAt(slot, manual), brand, taken(slot))).toThrow(
      "is taken by",
    );
  });

  it("takes no time that is not a whole minute, that has passed, or of a deleted brand", () => {
    const odd = postAt(slot, { scheduledAt: "2026-11-22T08:00:00.001Z" });
    for (const post of [odd, postAt("11-21T08:00"), postAt(null)])
      expect(plannedChange(null, post, brand, empty).taken.size).toBe(0);
    expect(plannedChange(null, postAt(slot), null, empty).taken.size).toBe(0);
  });

  it("to a time of its own is 422 when 1,000 times are taken", () => {
    const full: Calendar = new Map(
      Array.from({ length: 1_000 }, (_, index) => [timeName("discord", nowMs + (index + 1) * minuteMs), "p"]),
    );
    expect(() => plannedChange(null, postAt(slot), brand, full)).toThrow("1,000 posts planned ahead");
  });
});
