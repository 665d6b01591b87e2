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

it("the delay of a first attempt counts from its event, and the lateness of a later attempt from its due time", () => {
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

it("a replay's first attempt, days after its event, has a lateness and no delay", () => {
  const replayed = { ...first, cycle: 2, nextAttemptAt: isoTime(eventAtMs + 9_000_000) };
  const metrics = attemptMetrics(replayed, eventAtMs, {
    attempt: attempt(eventAtMs + 9_000_300),
    reason: null,
  });
  expect(metrics.at(-1)).toEqual({ name: "DeliveryLateness", value: 300 });
});

it("a failure is counted in total and by its reason, and has no latency without a response", () => {
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

it("a delay is never negative, however much the clocks of two machines differ", () => {
  const early = attempt(eventAtMs - 50);
  expect(attemptMetrics(first, eventAtMs, { attempt: early, reason: null }).at(-1)?.value).toBe(0);
});

it.each([
  [204, null],
  [301, "redirect"],
  [410, "status_4xx"],
  [503, "status_5xx"],
  [999, "status_other"],
])("the failure reason of status %i is %s: a subscriber cannot invent a reason", (status, reason) => {
  expect(failureReasonOf(status)).toBe(reason);
});
