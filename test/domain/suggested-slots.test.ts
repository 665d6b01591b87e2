import fc from "fast-check";
import { expect, it } from "vitest";
import { planningSlots } from "../../functions/domain/brand.ts";
import { suggestionPostsMin, suggestSlots } from "../../functions/domain/suggested-slots.ts";
import { hourMs, isoTime } from "../../functions/domain/time.ts";
import { aBrand } from "../support/table/entities.ts";
import { aMeasuredPost } from "../support/table/measured-posts.ts";

const mondayMs = Date.parse("2026-11-16T00:00:00.000Z");
/** Posts that were published in an hour of the week, each with so many reactions. */
const postsAt = (hour: number, reactions: readonly number[], changes = {}) =>
  reactions.map((engagements) =>
    aMeasuredPost({ engagements, publishedAt: isoTime(mondayMs + hour * hourMs), ...changes }),
  );
const repeated = (count: number, reactions: number) => Array.from({ length: count }, () => reactions);
const slots = { timezone: "UTC", postingSlots: [{ weekday: "monday" as const, time: "09:30" }] };
const two = {
  ...slots,
  postingSlots: [...slots.postingSlots, { weekday: "friday" as const, time: "17:00" }],
};

it("slots are suggested from 30 measured posts on, and the suggestion says how many there are", () => {
  const almost = postsAt(9, repeated(suggestionPostsMin - 1, 5));
  expect(suggestSlots([...almost, aMeasuredPost()], slots)).toEqual({ slots: [], posts: 29 });
  expect(suggestSlots([...almost, ...postsAt(9, [5])], slots)).toEqual({
    slots: [{ weekday: "monday", time: "09:00", posts: 30, lift: 1 }],
    posts: 30,
  });
});

it("the hours with the most reactions are suggested, as many as the brand has slots", () => {
  const posts = [
    ...postsAt(9, repeated(20, 2)),
    ...postsAt(33, repeated(10, 10)),
    ...postsAt(57, repeated(10, 8)),
  ];
  const { slots: suggested } = suggestSlots(posts, two);
  expect(suggested).toMatchObject([
    { weekday: "tuesday", time: "09:00", posts: 10 },
    { weekday: "wednesday", time: "09:00", posts: 10 },
  ]);
});

it("the only hour of a brand that always publishes at the same time is suggested, whatever its mean is", () => {
  for (const results of [
    [1, 2, 2],
    [0, 0, 0, 1],
    [7, 7, 3],
  ]) {
    const reactions = Array.from({ length: 10 }, () => results).flat();
    expect(suggestSlots(postsAt(9, reactions), slots).slots).toMatchObject([
      { weekday: "monday", time: "09:00", lift: 1 },
    ]);
  }
});

it("one lucky post does not make its hour the best one", () => {
  const posts = [...postsAt(9, repeated(20, 10)), ...postsAt(33, repeated(20, 4)), ...postsAt(57, [14])];
  expect(suggestSlots(posts, slots).slots).toMatchObject([{ weekday: "monday", time: "09:00" }]);
});

it("a channel with many readers does not decide alone: reactions count relative to the mean of their channel", () => {
  const posts = [
    ...postsAt(9, repeated(15, 1_000), { channel: "bluesky" }),
    ...postsAt(9, repeated(15, 1)),
    ...postsAt(33, repeated(15, 3)),
  ];
  expect(suggestSlots(posts, slots).slots).toMatchObject([{ weekday: "tuesday", time: "09:00" }]);
});

it("an hour next to a better one is not suggested, also over the end of the week", () => {
  const posts = [
    ...postsAt(0, repeated(20, 9)),
    ...postsAt(167, repeated(20, 8)),
    ...postsAt(50, repeated(20, 1)),
  ];
  expect(suggestSlots(posts, two).slots).toMatchObject([{ weekday: "monday", time: "00:00" }]);
});

it("suggested slots are valid, distinct, at least average, the best first, and do not depend on the order of the posts", () => {
  const results = fc.array(
    fc.record({ hour: fc.nat(167), reactions: fc.nat(50), channel: fc.constantFrom("feed", "bluesky") }),
    { minLength: 30, maxLength: 120 },
  );
  fc.assert(
    fc.property(results, fc.nat(10), (list, count) => {
      const posts = list.flatMap(({ hour, reactions, channel }) => postsAt(hour, [reactions], { channel }));
      const postingSlots = Array.from({ length: count }, () => ({
        weekday: "monday" as const,
        time: "09:30",
      }));
      const given = { timezone: "America/New_York", postingSlots };
      const { slots: suggested } = suggestSlots(posts, given);
      expect(suggestSlots(posts.toReversed(), given).slots).toEqual(suggested);
      expect(suggested.length).toBeLessThanOrEqual(count === 0 ? 5 : count);
      expect(new Set(suggested.map(({ weekday, time }) => `${weekday} ${time}`)).size).toBe(suggested.length);
      const lifts = suggested.map(({ lift }) => lift);
      expect(lifts).toEqual(lifts.toSorted((a, b) => b - a));
      expect(lifts.every((lift) => lift >= 1)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

it("runs are planned in the suggested slots only if the brand wants them and there are some", () => {
  const brand = aBrand("org");
  const suggestedSlots = {
    slots: [{ weekday: "friday" as const, time: "17:00", posts: 30, lift: 1.5 }],
    posts: 30,
    computedAt: isoTime(mondayMs),
  };
  const fixed = { ...brand, settings: { ...brand.settings, ...slots }, suggestedSlots };
  const suggested = { ...fixed, settings: { ...fixed.settings, slots: "suggested" as const } };
  expect(planningSlots(fixed)).toEqual(slots.postingSlots);
  expect(planningSlots(suggested)).toEqual(suggestedSlots.slots);
  const empty = { ...suggestedSlots, slots: [], posts: 12 };
  expect(planningSlots({ ...suggested, suggestedSlots: empty })).toEqual(slots.postingSlots);
});
