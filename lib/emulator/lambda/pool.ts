import type { FunctionThread, InvocationOutcome } from "./function-thread.ts";
import type { Invocation } from "./protocol.ts";

/** The warm threads of one function. */
export interface Pool {
  /** Runs at once on a warm thread, else on a new one while there are fewer than `limit`, else when one comes free. */
  run(invocation: Invocation, limit: number, onBegin?: () => void): Promise<InvocationOutcome>;
  /** Invocations that run or wait. */
  underway(): number;
  stop(): Promise<void>;
}

const IDLE_MS = 5 * 60_000;

const STOPPING: InvocationOutcome = {
  ok: false,
  error: { errorType: "ServiceException", errorMessage: "The runtime is stopping" },
};

/** Threads are opened on demand, kept warm, and ended when idle for five minutes. */
export function openPool(open: () => FunctionThread): Pool {
  const all = new Set<FunctionThread>();
  const idle: { thread: FunctionThread; sinceMs: number }[] = [];
  const waiting: ((thread: FunctionThread | undefined) => void)[] = [];
  let underway = 0;
  let stopped = false;

  const sweeper = setInterval(() => {
    while (idle[0] !== undefined && performance.now() - idle[0].sinceMs > IDLE_MS) {
      const retired = idle.shift();
      if (retired !== undefined) drop(retired.thread);
    }
  }, IDLE_MS / 5).unref();

  function drop(thread: FunctionThread): void {
    all.delete(thread);
    void thread.terminate();
  }

  function take(limit: number): Promise<FunctionThread | undefined> | FunctionThread | undefined {
    if (stopped) return undefined;
    // The one used last is the warmest; the others grow old and are retired.
    for (let spare = idle.pop(); spare !== undefined; spare = idle.pop()) {
      if (spare.thread.alive()) return spare.thread;
      drop(spare.thread);
    }
    if (all.size < limit) return openOne();
    return new Promise((resolve) => {
      waiting.push(resolve);
    });
  }

  function openOne(): FunctionThread {
    const thread = open();
    all.add(thread);
    return thread;
  }

  function giveBack(thread: FunctionThread): void {
    if (!thread.alive()) drop(thread);
    if (stopped) return;
    const next = waiting.shift();
    if (next !== undefined) next(thread.alive() ? thread : openOne());
    else if (thread.alive()) idle.push({ thread, sinceMs: performance.now() });
  }

  return {
    async run(invocation, limit, onBegin) {
      underway++;
      try {
        const thread = await take(limit);
        if (thread === undefined) return STOPPING;
        const outcome = await thread.run(invocation, onBegin);
        giveBack(thread);
        return outcome;
      } finally {
        underway--;
      }
    },
    underway: () => underway,
    async stop() {
      stopped = true;
      clearInterval(sweeper);
      for (const turnAway of waiting.splice(0)) turnAway(undefined);
      await Promise.all([...all].map((thread) => thread.terminate()));
    },
  };
}
