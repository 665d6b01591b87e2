import { expect, it } from "vitest";
import { expiryAfter, lifetimeDays } from "../../dashboard/src/content/review-link-expiry.ts";
import { reviewLinkProblems } from "../../functions/domain/review-link.ts";

it("the service accepts each lifetime that the dashboard offers, even if the browser's clock is five minutes wrong", () => {
  const nowMs = Date.parse("2026-11-23T08:00:00Z");
  for (const days of lifetimeDays)
    for (const aheadMs of [-300_000, 0, 300_000]) {
      const expiresAt = expiryAfter(days, nowMs + aheadMs);
      expect(reviewLinkProblems({ brandId: "brd_1", expiresAt }, nowMs), `${days} days`).toEqual([]);
    }
});
