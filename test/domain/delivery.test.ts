import { expect, it } from "vitest";
import {
  afterAttempt,
  beginMessage,
  type Delivery,
  deadLetterStatusOf,
  ended,
  messagesAfter,
  newDelivery,
} from "../../functions/domain/delivery.ts";
import { aStart, aWebhook, newId, testTimeMs } from "../support/table/entities.ts";

const now = testTimeMs;
const start = aStart(aWebhook(newId("org")));
const attempt = { at: "", statusCode: 500, latencyMs: 1, error: "status 500", response: "" };

/** Returns a delivery after some failed attempts, all at the same time. */
function afterFailures(times: number): Delivery {
  let delivery = newDelivery(start);
  for (let number = 1; number <= times; number += 1)
    delivery = afterAttempt(delivery, { succeeded: false, attempt: { ...attempt, number } }, now);
  return delivery;
}

const afterSuccess = (before: Delivery, number: number) =>
  afterAttempt(before, { succeeded: true, attempt: { ...attempt, number } }, now);

const kindsAfter = (times: number) =>
  messagesAfter(afterFailures(times), { pace: "quick" }).map(({ body, notBeforeMs }) => [
    body.kind,
    notBeforeMs === 0 ? 0 : notBeforeMs - now,
  ]);

it("a delivery has six attempts, 10 s, 30 s, 90 s, 5 min and 30 min after the previous failure", () => {
  const delaysSeconds = [1, 2, 3, 4, 5].map(
    (times) => (Date.parse(afterFailures(times).nextAttemptAt ?? "") - now) / 1_000,
  );
  expect(delaysSeconds).toEqual([10, 30, 90, 300, 1_800]);
  expect(afterFailures(6)).toMatchObject({ nextAttempt: null, nextAttemptAt: null });
});

it("a delivery has a dead letter after the fifth failure, and the final attempt sets the dead letter's status", () => {
  expect(afterFailures(4)).toMatchObject({ status: "pending", nextAttempt: 5 });
  expect(afterFailures(5)).toMatchObject({ status: "dead_lettered", nextAttempt: 6 });
  expect(deadLetterStatusOf(afterFailures(5))).toBe("final_attempt_pending");
  expect(deadLetterStatusOf(afterFailures(6))).toBe("exhausted");
  expect(deadLetterStatusOf(afterSuccess(afterFailures(5), 6))).toBe("resolved");
});

it("a delivery ends with its first successful attempt", () => {
  expect(afterSuccess(afterFailures(2), 3)).toMatchObject({ status: "succeeded", nextAttempt: null });
  expect(messagesAfter(afterSuccess(afterFailures(2), 3), { pace: "quick" })).toEqual([]);
});

it("a failed attempt sends the message of the next attempt, and the fifth one sends the message of the dead letter too", () => {
  expect(kindsAfter(1)).toEqual([["delivery.attempt", 10_000]]);
  expect(kindsAfter(5)).toEqual([
    ["delivery.dead-letter", 0],
    ["delivery.attempt", 1_800_000],
  ]);
  expect(kindsAfter(6)).toEqual([]);
});

it("a delivery that ended without an attempt has no next attempt", () => {
  const cancelled = ended(afterFailures(3), "cancelled");
  expect(cancelled).toMatchObject({ status: "cancelled", nextAttempt: null, nextAttemptAt: null });
  expect(messagesAfter(cancelled, { pace: "quick" })).toEqual([]);
});

it.each([
  ["quick", "deliveries"],
  ["unknown", "new-deliveries"],
  ["pausing", "new-deliveries"],
  ["slow", "slow-deliveries"],
] as const)(
  "the first message of a delivery to an endpoint whose pace is %s is sent to the queue %s, with everything that is stored later",
  (pace, queue) => {
    expect(beginMessage(start, { pace })).toEqual({
      queue,
      body: { kind: "delivery.begin", organizationId: start.organizationId, start },
      notBeforeMs: 0,
      group: start.organizationId,
    });
  },
);
