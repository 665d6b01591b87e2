/** The service clock as a straight line: at `realMs` (wall clock) it showed `serviceMs`, and it runs `speed` times as fast. */
export interface ClockAnchor {
  realMs: number;
  serviceMs: number;
  speed: number;
}

/** Milliseconds since the epoch on the service clock, at the wall-clock time `realMs`. */
export function serviceTimeAt(anchor: ClockAnchor, realMs: number): number {
  return Math.floor(anchor.serviceMs + (realMs - anchor.realMs) * anchor.speed);
}

/**
 * Makes `Date` of this thread show the service clock. Timers are not touched: they stay in real time.
 * Only for threads that run emulated AWS (functions, queues); the runtime's own thread keeps real time.
 */
export function patchDate(anchor: ClockAnchor): void {
  const RealDate = Date;
  const realNow = RealDate.now;
  const now = () => serviceTimeAt(anchor, realNow());
  RealDate.now = now;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
  });
}
