import { describe, expect, it } from "vitest";
import { runAnalytics } from "../../functions/domain/analytics.ts";
import { calendarView } from "../../functions/domain/calendar-view.ts";
import { instantOfPoint } from "../../functions/domain/calendar-window.ts";
import { afterAttempt, newDelivery } from "../../functions/domain/delivery.ts";
import { openSlotsAfter } from "../../functions/domain/open-times.ts";
import { hourMs, isoTime } from "../../functions/domain/time.ts";
import { weekAfter, weekAt, weekStartMs } from "../../functions/domain/week.ts";
import { exampleCalendarDates, exampleWeekTimes } from "../../lib/openapi/example-story.ts";
import { exampleAnalytics, exampleWeek } from "../../lib/openapi/resources/analytics.ts";
import { exampleBrand } from "../../lib/openapi/resources/brands.ts";
import { exampleCalendar } from "../../lib/openapi/resources/calendar.ts";
import { exampleDeadLetter } from "../../lib/openapi/resources/dead-letters.ts";
import { exampleDelivery } from "../../lib/openapi/resources/deliveries.ts";
import { exampleEvents } from "../../lib/openapi/resources/example-events.ts";
import { examplePost } from "../../lib/openapi/resources/posts.ts";
import { exampleTrend } from "../../lib/openapi/resources/trends.ts";
import { digestOfWeek, measuredPost } from "../support/openapi/examples/measured.ts";
import { aPost, aStart, aWebhook } from "../support/table/entities.ts";

const { timezone } = exampleBrand;
const published = exampleEvents["post.published"].body;

describe("the examples of the document tell one story", () => {
  it("the example post is planned for the brand's next slot and published at that time", () => {
    const [slot] = openSlotsAfter(exampleBrand, Date.parse(examplePost.createdAt));
    expect(isoTime(slot ?? 0)).toBe(examplePost.scheduledAt);
    expect(published.data.publishedAt).toBe(examplePost.scheduledAt);
    expect(published.ts).toBe(Date.parse(published.data.publishedAt) / 1_000);
  });

  it("the example calendar shows the example post in the brand's slot on the example day", () => {
    const { from, to } = exampleCalendarDates;
    const window = { fromMs: instantOfPoint(from, timezone), toMs: instantOfPoint(to, timezone) };
    const { id, scheduledAt, content } = examplePost;
    const post = aPost("o", { id, scheduledAt, content, status: "published" });
    expect(calendarView(exampleBrand, window, [post], false)).toEqual(exampleCalendar);
  });

  it("the analytics of the example run are the metrics of its post, measured 48 hours after publication", () => {
    expect(exampleAnalytics).toEqual(runAnalytics(exampleAnalytics.runId, [measuredPost(examplePost.id)]));
  });

  it("the example week has its limits in the brand's time zone, and its digest is computed when it ends", () => {
    const { week, startsAt, endsAt } = exampleWeekTimes;
    expect(week).toBe(weekAt(Date.parse(published.data.publishedAt), timezone));
    expect(startsAt).toBe(isoTime(weekStartMs(week, timezone)));
    expect(endsAt).toBe(isoTime(weekStartMs(weekAfter(week), timezone)));
    const {
      organizationId: _,
      refreshes: __,
      ...digest
    } = digestOfWeek("o", exampleBrand.id, examplePost.id);
    expect(exampleWeek).toEqual(digest);
    expect(exampleWeek.computedAt).toBe(endsAt);
    expect(exampleEvents["analytics.weekly_ready"].body).toMatchObject({
      data: { week, startsAt, endsAt },
      ts: Date.parse(endsAt) / 1_000,
    });
  });

  it("the example attempts are made when they are due, and the fifth failure makes the dead letter", () => {
    const start = { ...aStart(aWebhook("o")), createdAt: exampleDelivery.createdAt };
    let delivery = newDelivery(start);
    for (const attempt of exampleDeadLetter.attempts) {
      expect(attempt.at).toBe(delivery.nextAttemptAt);
      const { retryAfter: _, request: __, ...made } = attempt;
      delivery = afterAttempt(delivery, { succeeded: false, attempt: made }, Date.parse(attempt.at));
    }
    expect(delivery.status).toBe("dead_lettered");
    expect(exampleDeadLetter.createdAt).toBe(exampleDeadLetter.attempts.at(-1)?.at);
    expect(exampleDelivery.attempts.map(({ at }) => at)).toEqual(
      exampleDeadLetter.attempts.slice(0, 2).map(({ at }) => at),
    );
    expect(exampleDelivery.createdAt).toBe(published.data.publishedAt);
  });

  it("the example trend has the terms that follow from its curve", () => {
    const { curve, terms, updatedAt } = exampleTrend;
    // A bucket of six hours is as old as its middle.
    const ageMs = (from: string) => Math.max(0, Date.parse(updatedAt) - Date.parse(from) - 3 * hourMs);
    const weightOf = (from: string) => 2 ** (-ageMs(from) / (terms.halfLifeHours * hourMs));
    for (const name of ["observed", "expected"] as const)
      expect(curve.reduce((sum, point) => sum + point[name] * weightOf(point.from), 0)).toBeCloseTo(
        terms[name],
        2,
      );
  });
});
