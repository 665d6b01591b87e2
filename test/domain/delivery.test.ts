import { describe, expect, it } from "vitest";
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

/** What a delivery has come to after so many failures, each at the same moment. */
function failed(times: number): Delivery {
  let delivery = newDelivery(start);
  for (let number = 1; number <= times; number += 1)
    delivery = afterAttempt(delivery, { succeeded: false, attempt: { ...attempt, number } }, now);
  return delivery;
}

const succeeded = (before: Delivery, number: number) =>
  afterAttempt(before, { succeeded: true, attempt: { ...attempt, number } }, now);

const kindsAfter = (times: number) =>
  messagesAfter(failed(times), { pace: "quick" }).map(({ body, notBeforeMs }) => [
    body.kind,
    notBeforeMs === 0 ? 0 : notBeforeMs - now,
  ]);

describe("the attempts of a delivery", () => {
  it("come 10 s, 30 s, 90 s, 5 min and 30 min after the previous failure, six in all", () => {
    const delaysSeconds = [1, 2, 3, 4, 5].map(
      (times) => (Date.parse(failed(times).nextAttemptAt ?? "") - now) / 1_000,
    );
    expect(delaysSeconds).toEqual([10, 30, 90, 300, 1_800]);
    expect(failed(6)).toMatchObject({ nextAttempt: null, nextAttemptAt: null });
  });

  it("leave a dead letter after the fifth failure, while the final one is still to come and decides it", () => {
    expect(failed(4)).toMatchObject({ status: "pending", nextAttempt: 5 });
    expect(failed(5)).toMatchObject({ status: "dead_lettered", nextAttempt: 6 });
    expect(deadLetterStatusOf(failed(5))).toBe("final_attempt_pending");
    expect(deadLetterStatusOf(failed(6))).toBe("exhausted");
    expect(deadLetterStatusOf(succeeded(failed(5), 6))).toBe("resolved");
  });

  it("end with the first success", () => {
    expect(succeeded(failed(2), 3)).toMatchObject({ status: "succeeded", nextAttempt: null });
    expect(messagesAfter(succeeded(failed(2), 3), { pace: "quick" })).toEqual([]);
  });

  it("are each followed by the message of the next one, and the fifth by that of the dead letter besides", () => {
    expect(kindsAfter(1)).toEqual([["delivery.attempt", 10_000]]);
    expect(kindsAfter(5)).toEqual([
      ["delivery.dead-letter", 0],
      ["delivery.attempt", 1_800_000],
    ]);
    expect(kindsAfter(6)).toEqual([]);
  });

  it("follow no schedule any more once the delivery is ended without one", () => {
    const cancelled = ended(failed(3), "cancelled");
    expect(cancelled).toMatchObject({ status: "cancelled", nextAttempt: null, nextAttemptAt: null });
    expect(messagesAfter(cancelled, { pace: "quick" })).toEqual([]);
  });
});

describe("a delivery begins", () => {
  it.each([
    ["quick", "deliveries"],
    ["unknown", "slow-deliveries"],
    ["slow", "slow-deliveries"],
  ] as const)(
    "with a message alone, for an endpoint whose pace is %s in the queue %s, which holds all that is stored later",
    (pace, queue) => {
      expect(beginMessage(start, { pace })).toEqual({
        queue,
        body: { kind: "delivery.begin", organizationId: start.organizationId, start },
        notBeforeMs: 0,
        group: start.webhookId,
      });
    },
  );
});
