import { expect, it } from "vitest";
import { openInvocationActivity } from "../../lib/emulator/event-sources/invocation-activity.ts";

/** An invocation on a thread that is idle or active for as long as the test says. */
function open() {
  let nowMs = 1_000;
  let idleMs = 500;
  const activity = openInvocationActivity(() => nowMs);
  return {
    begin: () => activity.begin(() => idleMs),
    untilWaitingMs: () => activity.untilWaitingMs(),
    idle: (ms: number) => {
      nowMs += ms;
      idleMs += ms;
    },
    compute: (ms: number) => {
      nowMs += ms;
    },
  };
}

it("an invocation waits after its thread was idle for 225 ms", () => {
  const { begin, untilWaitingMs, idle } = open();
  begin();
  expect(untilWaitingMs()).toBe(225);
  idle(100);
  expect(untilWaitingMs()).toBe(125);
  idle(125);
  expect(untilWaitingMs()).toBe(0);
  idle(100);
  expect(untilWaitingMs()).toBe(0);
});

it("an invocation that computes, or makes short calls, does not wait however long it takes", () => {
  const { begin, untilWaitingMs, idle, compute } = open();
  begin();
  for (let times = 0; times < 10; times += 1) {
    idle(200);
    compute(2);
    idle(50);
    expect(untilWaitingMs()).toBeGreaterThan(0);
  }
});

it("an invocation that computed first waits after its next 225 ms, until it computes again", () => {
  const { begin, untilWaitingMs, idle, compute } = open();
  begin();
  compute(25);
  idle(200);
  expect(untilWaitingMs()).toBe(225);
  idle(225);
  expect(untilWaitingMs()).toBe(0);
  compute(225);
  expect(untilWaitingMs()).toBe(225);
});

it("an invocation whose function is still loading does not wait", () => {
  const { untilWaitingMs, idle } = open();
  idle(10_000);
  expect(untilWaitingMs()).toBe(225);
});
