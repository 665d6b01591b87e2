import type { OnBegin } from "../lambda/function-thread.ts";

/** What the poller knows of a running invocation. */
export interface InvocationActivity {
  /** Called when the handler begins. */
  begin: OnBegin;
  /** Returns 0 while the invocation waits, else after how many milliseconds it may be waiting. */
  untilWaitingMs(): number;
}

const windowMs = 225;
/** A thread that handles the response of a call is active for longer than this. */
const activeMsMax = 1;

/**
 * Distinguishes an invocation that waits, such as for a slow response, from one that computes or makes short calls: a thread
 * that was idle for all of the last 225 ms waits. The time alone does not tell: on a busy machine everything takes long,
 * and more invocations at once would make it even slower.
 */
export function openInvocationActivity(nowMs = () => performance.now()): InvocationActivity {
  let idleMs: (() => number) | undefined;
  let window = { sinceMs: 0, idleMs: 0 };
  let waits = false;

  return {
    begin(idle) {
      idleMs = idle;
      window = { sinceMs: nowMs(), idleMs: idle() };
    },
    untilWaitingMs() {
      // Its thread is opening, and its function is loaded.
      if (idleMs === undefined) return windowMs;
      const now = nowMs();
      const passedMs = now - window.sinceMs;
      if (passedMs >= windowMs) {
        const activeMs = passedMs - (idleMs() - window.idleMs);
        waits = activeMs <= activeMsMax;
        window = { sinceMs: now, idleMs: idleMs() };
        return waits ? 0 : windowMs;
      }
      return waits ? 0 : windowMs - passedMs;
    },
  };
}
