import { describe, expect, it } from "vitest";
import { afterAttempt } from "../../functions/domain/delivery.ts";

describe("the attempts of a delivery", () => {
  it("come 10 s, 30 s, 90 s, 5 min and 30 min after the previous failure, six in all", () => {
    const delaysSeconds: number[] = [];
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const { nextAttemptAt } = afterAttempt(attempt, false, 0);
      if (nextAttemptAt !== null) delaysSeconds.push(Date.parse(nextAttemptAt) / 1_000);
    }
    expect(delaysSeconds).toEqual([10, 30, 90, 300, 1_800]);
  });

  it("leave a dead letter after the fifth failure, while the final one is still to come", () => {
    expect(afterAttempt(4, false, 0)).toMatchObject({ status: "pending", deadLetter: null });
    expect(afterAttempt(5, false, 0)).toMatchObject({
      status: "dead_lettered",
      nextAttempt: 6,
      deadLetter: "final_attempt_pending",
    });
    expect(afterAttempt(6, false, 0)).toMatchObject({ nextAttempt: null, deadLetter: "exhausted" });
    expect(afterAttempt(6, true, 0)).toMatchObject({ status: "succeeded", deadLetter: "resolved" });
  });
});
