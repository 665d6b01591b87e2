import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { FunctionThread, InvocationOutcome } from "../../lib/emulator/lambda/function-thread.ts";
import {
  openThreadPool,
  type PooledFunction,
  type ThreadPool,
} from "../../lib/emulator/lambda/thread-pool.ts";

/** How long a thread must have been idle before the pool may end it for another function. */
const pastBurstMs = 150;
const invocation = { requestId: "r", event: "{}", timeoutMs: 1000 };

let pool: ThreadPool;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
});

afterEach(async () => {
  await pool.stop();
  vi.useRealTimers();
});

interface FakeFunction extends PooledFunction {
  /** The numbers of the threads that are open now. */
  open: () => FunctionThread;
  threads: Set<number>;
  /** Ends the invocation that has run longest. */
  finish: () => Promise<void>;
}

/** A function whose invocations run until they are finished, and return the number of their thread. */
function fakeFunction(name: string): FakeFunction {
  const threads = new Set<number>();
  const running: (() => void)[] = [];
  let opened = 0;
  return {
    name,
    threads,
    open() {
      const number = ++opened;
      threads.add(number);
      return {
        run: () =>
          new Promise<InvocationOutcome>((resolve) => {
            running.push(() => resolve({ ok: true, payload: String(number) }));
          }),
        alive: () => threads.has(number),
        terminate: () => Promise.resolve(void threads.delete(number)),
      };
    },
    async finish() {
      await sleep(0);
      running.shift()?.();
      await sleep(0);
    },
  };
}

/** Invokes a function once and returns the number of the thread that ran it. */
async function call(fn: FakeFunction): Promise<string> {
  const outcome = pool.run(fn, invocation, 10);
  await fn.finish();
  vi.advanceTimersByTime(pastBurstMs);
  const done = await outcome;
  return done.ok ? done.payload : done.error.errorMessage;
}

it("the pool runs a function's next invocation on the thread that ran its last one", async () => {
  pool = openThreadPool(2);
  const fn = fakeFunction("a");
  expect([await call(fn), await call(fn)]).toEqual(["1", "1"]);
});

it("the pool ends the thread that has been idle longest when a new thread would be one too many", async () => {
  pool = openThreadPool(2);
  const [a, b, c] = [fakeFunction("a"), fakeFunction("b"), fakeFunction("c")];
  await call(a);
  await call(b);
  await call(a);
  await call(c);
  expect([a, b, c].map(({ threads }) => threads.size)).toEqual([1, 0, 1]);
  expect([await call(a), await call(b)]).toEqual(["1", "2"]);
});

it("the pool ends no working thread, and opens more than the maximum while all of them work", async () => {
  pool = openThreadPool(1);
  const [a, b] = [fakeFunction("a"), fakeFunction("b")];
  const long = pool.run(a, invocation, 10);
  vi.advanceTimersByTime(pastBurstMs);
  await call(b);
  expect([a.threads.size, b.threads.size]).toEqual([1, 1]);
  await a.finish();
  expect(await long).toEqual({ ok: true, payload: "1" });
});

it("the pool does not end a thread of a burst for another function's thread", async () => {
  pool = openThreadPool(1);
  const [a, b] = [fakeFunction("a"), fakeFunction("b")];
  const first = pool.run(a, invocation, 10);
  await a.finish();
  await first;
  vi.advanceTimersByTime(pastBurstMs / 2);
  await call(b);
  expect(await call(a)).toBe("1");
});

it("the pool ends a thread that has run ten invocations only after 30 s without work", async () => {
  pool = openThreadPool(1);
  const [a, b] = [fakeFunction("a"), fakeFunction("b")];
  for (let runs = 0; runs < 10; runs++) await call(a);
  await call(b);
  expect([a.threads.size, b.threads.size]).toEqual([1, 1]);
  vi.advanceTimersByTime(33_000);
  expect([a.threads.size, b.threads.size]).toEqual([0, 1]);
});

it("threads above the maximum end after 30 s without work, and all others after five minutes", async () => {
  pool = openThreadPool(1);
  const fn = fakeFunction("a");
  const burst = [1, 2, 3].map(() => pool.run(fn, invocation, 10));
  for (const _ of burst) await fn.finish();
  await Promise.all(burst);
  expect(fn.threads.size).toBe(3);
  vi.advanceTimersByTime(28_000);
  expect(fn.threads.size).toBe(3);
  vi.advanceTimersByTime(4_000);
  expect(fn.threads.size).toBe(1);
  vi.advanceTimersByTime(260_000);
  expect(fn.threads.size).toBe(1);
  vi.advanceTimersByTime(30_000);
  expect(fn.threads.size).toBe(0);
});

it("an invocation over a function's limit runs when one of the function's threads is free", async () => {
  pool = openThreadPool(10);
  const fn = fakeFunction("a");
  const outcomes = [1, 2, 3].map(() => pool.run(fn, invocation, 2));
  expect(pool.underway()).toBe(3);
  for (const _ of outcomes) await fn.finish();
  const threads = (await Promise.all(outcomes)).map((outcome) => (outcome.ok ? outcome.payload : ""));
  expect(threads.toSorted()).toEqual(["1", "1", "2"]);
});

it("a stopping pool turns away the invocations that wait", async () => {
  pool = openThreadPool(10);
  const fn = fakeFunction("a");
  void pool.run(fn, invocation, 1);
  const waiting = pool.run(fn, invocation, 1);
  await pool.stop();
  expect(await waiting).toMatchObject({ ok: false, error: { errorMessage: "The runtime is stopping" } });
});
