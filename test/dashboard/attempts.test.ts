import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Delivery, DeliveryAttempt } from "../../client/api.ts";
import {
  attemptSeries,
  deadLetterIdOf,
  nextAttemptAfter,
  nextNumber,
  outcomeInWords,
  replayIntervalMs,
  watchIntervalMs,
} from "../../dashboard/src/views/webhooks/attempts.ts";
import { signedBody } from "../../functions/delivery/sign.ts";
import { afterAttempt, newDelivery } from "../../functions/domain/delivery.ts";
import * as keys from "../../functions/table/keys.ts";

const startMs = Date.parse("2026-11-23T03:00:00.000Z");
const at = new Date(startMs).toISOString();
const failed = (number: number): DeliveryAttempt => ({
  number,
  at,
  statusCode: 500,
  latencyMs: 31,
  error: "status 500",
  response: "",
  retryAfter: null,
  request: { url: "https://example.com", headers: {} },
});
const accepted = (number: number): DeliveryAttempt => ({ ...failed(number), statusCode: 200, error: null });
const delivery: Delivery = {
  id: "dlv_01",
  eventId: "evt_01",
  type: "webhook.test",
  status: "pending",
  createdAt: at,
  nextAttemptAt: at,
  attempts: [],
  body: "{}",
};

describe("attempts of a delivery", () => {
  it("are due when the service makes them", () => {
    const stored = newDelivery({
      id: "dlv_01",
      organizationId: "org_01",
      webhookId: "whk_01",
      eventId: "evt_01",
      type: "webhook.test",
      url: "https://example.com",
      body: "{}",
      createdAt: at,
    });
    for (const number of [1, 2, 3, 4, 5, 6]) {
      const attempt = failed(number);
      const { retryAfter: _, request: __, ...made } = attempt;
      const after = afterAttempt(stored, { succeeded: false, attempt: made }, startMs + attempt.latencyMs);
      const next = nextAttemptAfter(attempt);
      expect(next === null ? null : new Date(next.atMs).toISOString()).toBe(after.nextAttemptAt);
      expect(next?.number ?? null).toBe(after.nextAttempt);
    }
    expect(nextAttemptAfter(accepted(1))).toBeNull();
  });

  it("are grouped by replay", () => {
    const numbers = attemptSeries([1, 2, 3, 4, 5, 1, 1, 2].map(failed)).map((series) =>
      series.map(({ number }) => number),
    );
    expect(numbers).toEqual([[1, 2, 3, 4, 5], [1], [1, 2]]);
    expect(attemptSeries([])).toEqual([]);
  });

  it("say in words what became of them", () => {
    expect(outcomeInWords(accepted(1))).toBe("status 200 in 31 ms");
    expect(outcomeInWords(failed(1))).toBe("status 500 in 31 ms");
    expect(outcomeInWords({ ...failed(1), statusCode: null, error: "connection refused" })).toBe(
      "connection refused after 31 ms",
    );
  });

  it("have number 1 at first, after a success, and after the final attempt", () => {
    const numbers = [[], [failed(1)], [failed(6)], [accepted(2)]].map((attempts) =>
      nextNumber({ ...delivery, attempts }),
    );
    expect(numbers).toEqual([1, 2, 1, 1]);
  });
});

describe("the dead letter of a delivery", () => {
  it("has the id that the service gives it", () => {
    const deadLettered = { ...delivery, status: "dead_lettered" as const };
    expect(deadLetterIdOf(deadLettered)).toBe(keys.deadLetterIdOf(delivery.id));
  });

  it("is known while it is replayed, and there is none before the fifth failure", () => {
    expect(deadLetterIdOf({ ...delivery, attempts: [1, 2, 3, 4, 5, 1].map(failed) })).toBe("dlt_01");
    expect(deadLetterIdOf({ ...delivery, attempts: [1, 2, 3, 4].map(failed) })).toBeNull();
    expect(deadLetterIdOf({ ...delivery, status: "succeeded", attempts: [accepted(5)] })).toBeNull();
  });

  it("has a payload whose compact JSON is the body that was sent", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
        const body = signedBody({ id: "evt_1", type: "webhook.test", data, ts: 1 }, "secret");
        expect(JSON.stringify(JSON.parse(body))).toBe(body);
      }),
    );
  });
});

describe("watching a delivery", () => {
  it("reads every two seconds until it has appeared, then seldom, and gives up in the end", () => {
    expect([0, 31, 101].map((reads) => watchIntervalMs(null, reads, startMs))).toEqual([
      2_000,
      10_000,
      false,
    ]);
  });

  it("reads every two seconds while an attempt is due soon or overdue, and seldom while it waits", () => {
    const dueInMs = [-60_000, 0, 20_000, 30_000, 1_800_000];
    const intervals = dueInMs.map((ms) =>
      watchIntervalMs({ ...delivery, nextAttemptAt: new Date(startMs + ms).toISOString() }, 1, startMs),
    );
    expect(intervals).toEqual([2_000, 2_000, 2_000, 10_000, 10_000]);
  });

  it("reads a replayed dead letter every two seconds until an attempt of the replay has failed", () => {
    const intervals = [[], [failed(5)], [failed(6)], [failed(5), failed(1)], [failed(5), failed(3)]].map(
      (attempts) => replayIntervalMs({ attempts }, startMs),
    );
    expect(intervals).toEqual([2_000, 2_000, 2_000, 2_000, 10_000]);
  });

  it("ends when no attempt follows", () => {
    expect(watchIntervalMs({ ...delivery, nextAttemptAt: null }, 1, startMs)).toBe(false);
  });
});
