import fc from "fast-check";
import { expect, it } from "vitest";
import { weekdays } from "../../functions/domain/brand.ts";
import { calendarView } from "../../functions/domain/calendar-view.ts";
import { endProblem, instantOfPoint, isPoint } from "../../functions/domain/calendar-window.ts";
import { dayMs, isoTime } from "../../functions/domain/time.ts";
import { clockChanges, clockOf, differentZones } from "../support/clock/wall-clock.ts";
import { aBrand, aPost } from "../support/table/entities.ts";

const at = (text: string) => Date.parse(text);

function brandIn(timezone: string, times: readonly string[], settings = {}) {
  const brand = aBrand("org_1");
  const postingSlots = weekdays.flatMap((weekday) => times.map((time) => ({ weekday, time })));
  return { ...brand, timezone, settings: { ...brand.settings, postingSlots, ...settings } };
}

const postAt = (scheduledAt: string, status: "pending" | "draft" | "published" = "pending") =>
  aPost("org_1", { scheduledAt: isoTime(at(scheduledAt)), status });

it("a calendar shows slots with their posts, posts at other times, and what is blocked, in UTC and by the brand's clock", () => {
  const brand = brandIn("Europe/Berlin", ["02:30", "09:00"], {
    quietHours: [{ start: "22:00", end: "08:00" }],
    blackoutDates: ["2026-03-30"],
  });
  const posts = [
    postAt("2026-03-29T07:00Z"),
    postAt("2026-03-29T07:00Z", "draft"),
    postAt("2026-03-29T07:05Z"),
  ];
  const window = { fromMs: at("2026-03-28T23:00Z"), toMs: at("2026-03-30T10:00Z") };
  const [first, , other] = posts.map(({ id }) => id);
  const shown = { channel: "feed", status: "pending", text: posts[0]?.content.text };
  expect(calendarView(brand, window, posts, false)).toEqual({
    brandId: brand.id,
    timezone: "Europe/Berlin",
    from: "2026-03-28T23:00:00.000Z",
    to: "2026-03-30T10:00:00.000Z",
    slots: [
      // 02:30 does not exist on that day: the slot is moved forward by the hour of the gap.
      {
        at: "2026-03-29T01:30:00.000Z",
        localAt: "2026-03-29T03:30:00+02:00",
        blockedBy: "quiet_hours",
        posts: [],
      },
      {
        at: "2026-03-29T07:00:00.000Z",
        localAt: "2026-03-29T09:00:00+02:00",
        blockedBy: null,
        posts: [{ postId: first, ...shown }],
      },
      {
        at: "2026-03-30T00:30:00.000Z",
        localAt: "2026-03-30T02:30:00+02:00",
        blockedBy: "blackout_date",
        posts: [],
      },
      {
        at: "2026-03-30T07:00:00.000Z",
        localAt: "2026-03-30T09:00:00+02:00",
        blockedBy: "blackout_date",
        posts: [],
      },
    ],
    otherPosts: [
      {
        at: "2026-03-29T07:05:00.000Z",
        localAt: "2026-03-29T09:05:00+02:00",
        postId: other,
        ...shown,
      },
    ],
    blocked: [
      {
        reason: "quiet_hours",
        from: "2026-03-28T23:00:00.000Z",
        localFrom: "2026-03-29T00:00:00+01:00",
        to: "2026-03-29T06:00:00.000Z",
        localTo: "2026-03-29T08:00:00+02:00",
      },
      {
        reason: "quiet_hours",
        from: "2026-03-29T20:00:00.000Z",
        localFrom: "2026-03-29T22:00:00+02:00",
        to: "2026-03-30T06:00:00.000Z",
        localTo: "2026-03-30T08:00:00+02:00",
      },
      {
        reason: "blackout_date",
        from: "2026-03-29T22:00:00.000Z",
        localFrom: "2026-03-30T00:00:00+02:00",
        to: "2026-03-30T10:00:00.000Z",
        localTo: "2026-03-30T12:00:00+02:00",
      },
    ],
    hasMorePosts: false,
  });
});

const changes = clockChanges(differentZones, 2018, 2019);

it("every slot and every post is in exactly one of the calendars of successive days, each at the time that the wall clock shows", () => {
  const days = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });
  const minutes = fc.array(fc.integer({ min: -2_880, max: 2_880 }), { maxLength: 10 });
  const property = fc.property(fc.constantFrom(...changes), days, minutes, (where, lengths, offsets) => {
    const { timezone, change } = where;
    const brand = brandIn(timezone, ["00:00", "01:45", "02:15", "12:00"]);
    const clock = clockOf(timezone);
    const firstDay = Math.floor(clock(change - 3 * dayMs) / dayMs) * dayMs;
    let day = firstDay;
    const edges = [firstDay, ...lengths.map((length) => (day += length * dayMs))].map((date) =>
      instantOfPoint(new Date(date).toISOString().slice(0, 10), timezone),
    );
    const [fromMs = 0, toMs = 0] = [edges[0], edges.at(-1)];
    const posts = offsets
      .map((offset) => change + offset * 60_000)
      .filter((time) => time >= fromMs && time < toMs)
      .map((time) => aPost("org_1", { scheduledAt: isoTime(time) }));
    const views = edges.slice(1).map((end, index) => {
      const start = edges[index] ?? 0;
      const inside = posts.filter((post) => {
        const time = at(post.scheduledAt ?? "");
        return time >= start && time < end;
      });
      return calendarView(brand, { fromMs: start, toMs: end }, inside, false);
    });
    const whole = calendarView(brand, { fromMs, toMs }, posts, false);
    expect(views.flatMap((view) => view.slots)).toEqual(whole.slots);
    const ids = views.flatMap((view) => [...view.slots.flatMap((slot) => slot.posts), ...view.otherPosts]);
    expect(ids.map(({ postId }) => postId).toSorted()).toEqual(posts.map(({ id }) => id).toSorted());
    expect(whole.slots).toHaveLength(((day - firstDay) / dayMs) * 4);
    for (const slot of [...whole.slots, ...whole.otherPosts]) {
      expect(slot.localAt.slice(0, 19)).toBe(new Date(clock(at(slot.at))).toISOString().slice(0, 19));
      expect(at(slot.localAt)).toBe(at(slot.at));
    }
  });
  fc.assert(property, { numRuns: 60 });
});

it("a date is the first instant of its day, also where midnight does not exist", () => {
  expect(isoTime(instantOfPoint("2018-11-04", "America/Sao_Paulo"))).toBe("2018-11-04T03:00:00.000Z");
  expect(isoTime(instantOfPoint("2026-10-25", "Europe/Berlin"))).toBe("2026-10-24T22:00:00.000Z");
  expect(isoTime(instantOfPoint("2026-10-25T00:00:00+05:30", "Europe/Berlin"))).toBe(
    "2026-10-24T18:30:00.000Z",
  );
});

it("a calendar has at most 31 days, and as instants an hour more for a month in which the clock goes back", () => {
  expect(endProblem("2026-10-01", "2026-11-01")).toBeNull();
  expect(endProblem("2026-10-01", "2026-11-02")).toBe("must be at most 31 days after from");
  expect(endProblem("2026-09-30T22:00:00Z", "2026-10-31T23:00:00Z")).toBeNull();
  expect(endProblem("2026-09-30T22:00:00Z", "2026-10-31T23:00:01Z")).not.toBeNull();
  expect(endProblem("2026-10-02", "2026-10-01")).toBe("must be later than from");
  expect(endProblem("2026-10-02", "2026-10-03T00:00:00Z")).toContain("must be a date if from is one");
  expect(
    ["2026-02-29", "2026-11-23T24:00:01Z", "2026-11-23T00:00:00", "2026-11-23 "].filter(isPoint),
  ).toEqual([]);
});

it("a calendar has the first 200 characters of a long text, and no half of a character", () => {
  const brand = brandIn("UTC", []);
  const window = { fromMs: at("2026-03-29T00:00Z"), toMs: at("2026-03-30T00:00Z") };
  const post = postAt("2026-03-29T07:00Z");
  const long = { ...post, content: { ...post.content, text: "🎉".repeat(300) } };
  expect(calendarView(brand, window, [long], false).otherPosts).toMatchObject([{ text: "🎉".repeat(200) }]);
});
