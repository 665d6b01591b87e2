import type { FunctionThread, InvocationOutcome } from "./function-thread.ts";
import type { Invocation } from "./protocol.ts";

/** A function as the pool sees it. */
export interface PooledFunction {
  readonly name: string;
  /** Opens a thread that holds this function. */
  readonly open: () => FunctionThread;
}

/** The warm threads of all functions. */
export interface ThreadPool {
  /**
   * Runs an invocation on an idle thread of the function, else on a new thread while the function has fewer than `limit`
   * threads, else on the next thread of the function that becomes free. Never rejects.
   */
  run(
    fn: PooledFunction,
    invocation: Invocation,
    limit: number,
    onBegin?: () => void,
  ): Promise<InvocationOutcome>;
  /** How many invocations run or wait. */
  underway(): number;
  stop(): Promise<void>;
}

/** A warm thread takes about 20 MiB. */
const defaultWarmThreadsMax = 28;
/** A thread that worked so recently is part of a burst: the next invocation of the burst needs it. */
const inBurstMs = 100;
/** Threads above the maximum, which a burst has opened, end after this idle time. */
const excessIdleMs = 10_000;
const idleMsMax = 5 * 60_000;
const sweepEveryMs = 2_000;

const stopping: InvocationOutcome = {
  ok: false,
  error: { errorType: "ServiceException", errorMessage: "The runtime is stopping" },
};

interface FunctionThreads {
  readonly all: Set<FunctionThread>;
  readonly waiting: ((thread: FunctionThread | undefined) => void)[];
}

interface IdleThread {
  readonly thread: FunctionThread;
  readonly fn: PooledFunction;
  readonly sinceMs: number;
}

/**
 * Threads are opened on demand and stay warm. When a new one is needed and `warmThreadsMax` are open, the thread that has
 * been idle longest ends. A working thread is never ended for another: under load there may be more than the maximum.
 */
export function openThreadPool(warmThreadsMax: number = defaultWarmThreadsMax): ThreadPool {
  const functions = new Map<string, FunctionThreads>();
  /** The longest idle thread first. */
  const idle: IdleThread[] = [];
  let open = 0;
  let underway = 0;
  let stopped = false;

  const sweeper = setInterval(() => {
    for (const one of idle.filter(({ thread }) => !thread.alive())) end(one);
    while (idle[0] !== undefined && idleMs(idle[0]) > (open > warmThreadsMax ? excessIdleMs : idleMsMax))
      end(idle[0]);
  }, sweepEveryMs).unref();

  function threadsOf(fn: PooledFunction): FunctionThreads {
    const known = functions.get(fn.name);
    if (known !== undefined) return known;
    const threads = { all: new Set<FunctionThread>(), waiting: [] };
    functions.set(fn.name, threads);
    return threads;
  }

  function end(one: IdleThread): void {
    idle.splice(idle.indexOf(one), 1);
    drop(one.fn, one.thread);
  }

  function drop(fn: PooledFunction, thread: FunctionThread): void {
    if (threadsOf(fn).all.delete(thread)) open--;
    void thread.terminate();
  }

  function take(
    fn: PooledFunction,
    limit: number,
  ): Promise<FunctionThread | undefined> | FunctionThread | undefined {
    if (stopped) return undefined;
    // The thread used last is the warmest.
    for (;;) {
      const spare = idle.findLast((one) => one.fn === fn);
      if (spare === undefined) break;
      if (!spare.thread.alive()) {
        end(spare);
        continue;
      }
      idle.splice(idle.indexOf(spare), 1);
      return spare.thread;
    }
    const { all, waiting } = threadsOf(fn);
    if (all.size < limit) return openOne(fn);
    return new Promise((resolve) => {
      waiting.push(resolve);
    });
  }

  function openOne(fn: PooledFunction): FunctionThread {
    const [oldest] = idle;
    if (open >= warmThreadsMax && oldest !== undefined && idleMs(oldest) > inBurstMs) end(oldest);
    const thread = fn.open();
    threadsOf(fn).all.add(thread);
    open++;
    return thread;
  }

  function giveBack(fn: PooledFunction, thread: FunctionThread): void {
    if (!thread.alive()) drop(fn, thread);
    if (stopped) return;
    const next = threadsOf(fn).waiting.shift();
    if (next !== undefined) next(thread.alive() ? thread : openOne(fn));
    else if (thread.alive()) idle.push({ thread, fn, sinceMs: performance.now() });
  }

  return {
    async run(fn, invocation, limit, onBegin) {
      underway++;
      try {
        const thread = await take(fn, limit);
        if (thread === undefined) return stopping;
        const outcome = await thread.run(invocation, onBegin);
        giveBack(fn, thread);
        return outcome;
      } finally {
        underway--;
      }
    },
    underway: () => underway,
    async stop() {
      stopped = true;
      clearInterval(sweeper);
      const all = [...functions.values()];
      for (const { waiting } of all) for (const turnAway of waiting.splice(0)) turnAway(undefined);
      await Promise.all(all.flatMap((threads) => [...threads.all].map((thread) => thread.terminate())));
    },
  };
}

function idleMs({ sinceMs }: IdleThread): number {
  return performance.now() - sinceMs;
}
