/** How often the delay is measured: short beside the second after which an endpoint counts as late. */
const periodMs = 20;

let measuring = 0;
let timer: NodeJS.Timeout | undefined;
let lastMs = 0;
let delayMs = 0;

/** How long this process was too busy to handle I/O, since a measurement began. */
export interface LoopDelay {
  /** Returns the delay until now in milliseconds. It may include time without any I/O, so it is an upper limit. */
  ms(): number;
  end(): void;
}

/**
 * Measures how late the event loop is while requests run. A response that waits in a socket because this process
 * computes, starts up or gets no processor time is not late: its server is not to blame. The timer runs only while
 * something is measured.
 */
export function measureLoopDelay(): LoopDelay {
  if (measuring === 0) {
    lastMs = performance.now();
    timer = setInterval(tick, periodMs).unref();
  }
  measuring += 1;
  const beforeMs = totalMs();
  let isEnded = false;
  return {
    ms: () => totalMs() - beforeMs,
    end() {
      if (isEnded) return;
      isEnded = true;
      measuring -= 1;
      if (measuring === 0) clearInterval(timer);
    },
  };
}

function tick(): void {
  delayMs = totalMs();
  lastMs = performance.now();
}

/** Includes the delay of a tick that is due and has not come. */
function totalMs(): number {
  return delayMs + Math.max(0, performance.now() - lastMs - periodMs);
}
