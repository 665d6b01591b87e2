import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect, it, onTestFinished, vi } from "vitest";
import { type ServiceClock, startClock } from "../../lib/emulator/clock.ts";
import { openState } from "../../lib/emulator/state.ts";
import { eventually, temporaryFolder } from "../support/emulator/assembly-fixture.ts";

const hourMs = 60 * 60 * 1000;
const realNow = Date.now;

/** Sets the wall clock of this process. */
function setWallClock(byMs: number): void {
  vi.spyOn(Date, "now").mockImplementation(() => realNow() + byMs);
  onTestFinished(() => void vi.restoreAllMocks());
}

function start(directory: string, speed = 1): { clock: ServiceClock; end: () => void } {
  const state = openState(directory);
  const clock = startClock(state.database, speed);
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    clock.stop();
    state.close();
  };
  onTestFinished(end);
  return { clock, end };
}

const module = new URL("../../lib/emulator/service-date.ts", import.meta.url).href;

/**
 * Starts a thread with the service clock. Returns a function that returns the time that the thread reads. While the module
 * is loaded, the thread loses the processor for `lostMs` after each reading of the monotonic clock.
 */
function openThread(clock: ServiceClock, lostMs = 0): () => Promise<number> {
  const thread = new Worker(
    `const { parentPort, workerData } = require("node:worker_threads");
     const read = process.hrtime.bigint;
     process.hrtime.bigint = () => {
       const time = read();
       for (const endMs = performance.now() + workerData.lostMs; performance.now() < endMs; );
       return time;
     };
     import(workerData.module).then(({ patchDate }) => {
       process.hrtime.bigint = read;
       patchDate(workerData.anchor);
       parentPort.on("message", () => parentPort.postMessage(Date.now()));
     });`,
    { eval: true, workerData: { module, anchor: clock.anchor, lostMs } },
  );
  onTestFinished(async () => void (await thread.terminate()));
  return () =>
    new Promise<number>((resolve) => {
      thread.once("message", resolve);
      thread.postMessage("now", []);
    });
}

it("the service clock goes on at its speed when the wall clock is set back by an hour, also over a restart", async () => {
  const directory = temporaryFolder();
  const speed = 100;
  const first = start(directory, speed);
  const beforeMs = first.clock.now();
  setWallClock(-hourMs);
  const sinceMs = performance.now();
  await sleep(50);
  const passedMs = (performance.now() - sinceMs) * speed;
  const afterMs = first.clock.now();
  expect(afterMs - beforeMs).toBeGreaterThanOrEqual(Math.floor(passedMs) - speed);
  expect(first.clock.realMsUntil(afterMs + 1000 * speed)).toBeLessThanOrEqual(1000);
  first.end();

  const second = start(directory);
  expect(second.clock.now()).toBeGreaterThanOrEqual(afterMs);
});

it("the clock of all threads follows a wall clock that goes ahead by an hour, because the machine slept", async () => {
  const { clock } = start(temporaryFolder(), 2);
  const threadNow = openThread(clock);
  const beforeMs = await threadNow();
  expect(beforeMs).toBeLessThan(clock.now() + 1);
  setWallClock(hourMs);
  await eventually(() => (clock.now() - beforeMs >= hourMs ? true : undefined));
  expect(await threadNow()).toBeGreaterThanOrEqual(beforeMs + hourMs);
  // The hour that was slept is not counted twice as fast.
  expect(clock.now() - beforeMs).toBeLessThan(1.5 * hourMs);
});

it("a thread that loses the processor while it starts reads the same clock as all others", async () => {
  const { clock } = start(temporaryFolder());
  const lostMs = 20;
  const threadNow = openThread(clock, lostMs);
  await threadNow();
  const beforeMs = clock.now();
  const shownMs = await threadNow();
  expect(shownMs).toBeGreaterThanOrEqual(beforeMs);
  expect(shownMs).toBeLessThanOrEqual(clock.now());
});
