import { expect, it } from "vitest";
import { attemptMetrics } from "../../functions/delivery/attempt-metrics.ts";
import { failureReasonOf } from "../../functions/delivery/failure-reason.ts";
import { isoTime } from "../../functions/domain/time.ts";

const eventAtMs = 1_000_000;
const first = { cycle: 1, nextAttemptAt: isoTime(eventAtMs + 5) };
const attempt = (atMs: number, changes: object = {}) => ({
  number: 1,
  at: isoTime(atMs),
  statusCode: 204,
  latencyMs: 40,
  error: null,
  response: "",
  ...changes,
});

it("measures a first attempt from its event, and a later one from when it was due", () => {
  const ok = attempt(eventAtMs + 120);
  expect(attemptMetrics(first, eventAtMs, { attempt: ok, reason: null })).toEqual([
    { name: "DeliveryAttempts", value: 1 },
    { name: "DeliverySuccesses", value: 1 },
    { name: "DeliveryLatency", value: 40 },
    { name: "DeliveryDelay", value: 120 },
  ]);
  const due = { ...first, nextAttemptAt: isoTime(eventAtMs + 10_000) };
  const second = attempt(eventAtMs + 10_700, { number: 2 });
  expect(attemptMetrics(due, eventAtMs, { attempt: second, reason: null }).at(-1)).toEqual({
    name: "DeliveryLateness",
    value: 700,
  });
});

it("does not take a replay's first attempt, days after its event, for a delay", () => {
  const replayed = { ...first, cycle: 2, nextAttemptAt: isoTime(eventAtMs + 9_000_000) };
  const figures = attemptMetrics(replayed, eventAtMs, {
    attempt: attempt(eventAtMs + 9_000_300),
    reason: null,
  });
  expect(figures.at(-1)).toEqual({ name: "DeliveryLateness", value: 300 });
});

it("counts a failure in all and by its reason, and no latency where no answer came", () => {
  const failed = attempt(eventAtMs, { statusCode: null, error: "no connection" });
  expect(attemptMetrics(first, eventAtMs, { attempt: failed, reason: "connect" }).slice(0, 3)).toEqual([
    { name: "DeliveryAttempts", value: 1 },
    { name: "DeliveryFailures", value: 1 },
    { name: "DeliveryFailures", value: 1, dimension: { reason: "connect" } },
  ]);
  const names = attemptMetrics(first, eventAtMs, { attempt: failed, reason: "connect" }).map(
    ({ name }) => name,
  );
  expect(names).not.toContain("DeliveryLatency");
});

it("is never below nothing, however far the clocks of two machines are apart", () => {
  const early = attempt(eventAtMs - 50);
  expect(attemptMetrics(first, eventAtMs, { attempt: early, reason: null }).at(-1)?.value).toBe(0);
});

it.each([
  [204, null],
  [301, "redirect"],
  [410, "status_4xx"],
  [503, "status_5xx"],
  [999, "status_other"],
])("takes status %i for %s: a subscriber cannot make a reason up", (status, reason) => {
  expect(failureReasonOf(status)).toBe(reason);
});
