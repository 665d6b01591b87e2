/** The service clock as a line: at the real time `realMs` it showed `serviceMs`, and it runs `speed` times as fast. */
export interface ClockAnchor {
  realMs: number;
  serviceMs: number;
  speed: number;
}

/** Returns the time on the service clock at the real time `realMs`, both in milliseconds since the epoch. */
export function serviceTimeAt(anchor: ClockAnchor, realMs: number): number {
  return Math.floor(anchor.serviceMs + (realMs - anchor.realMs) * anchor.speed);
}

/**
 * Makes `Date` of this thread show the service clock. Timers stay in real time.
 * Only threads of functions and queues call this; the main thread keeps real time.
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
