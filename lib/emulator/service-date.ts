/** The service clock as a line: when the monotonic clock showed `monotonicMs`, it showed `serviceMs`. */
export interface ClockAnchor {
  monotonicMs: number;
  serviceMs: number;
  /** How many times as fast as real time it runs. */
  speed: number;
  /** One number: how many seconds the clock was set forward since then. All threads of the process share its memory. */
  skippedSeconds: Int32Array;
}

/**
 * Returns a time that only ever grows, in milliseconds, and is the same in all threads. Setting the wall clock does not
 * change it. `performance.now()` counts from a moment of its own in each thread, and what lies between two of them cannot
 * be measured exactly: a thread may lose the processor between two readings.
 */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Returns a clock that shows `serviceMs` now. */
export function anchorAt(serviceMs: number, speed: number): ClockAnchor {
  const skippedSeconds = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  return { monotonicMs: monotonicMs(), serviceMs, speed, skippedSeconds };
}

/** Returns the time on the service clock, in milliseconds since the epoch. */
export function serviceTimeAt({ monotonicMs: since, serviceMs, speed, skippedSeconds }: ClockAnchor): number {
  const skippedMs = Atomics.load(skippedSeconds, 0) * 1000;
  return Math.floor(serviceMs + (monotonicMs() - since) * speed) + skippedMs;
}

/**
 * Makes `Date` of this thread show the service clock. Timers stay in real time.
 * Only threads of functions and queues call this; the main thread keeps real time.
 */
export function patchDate(anchor: ClockAnchor): void {
  const RealDate = Date;
  const now = () => serviceTimeAt(anchor);
  RealDate.now = now;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
  });
}
