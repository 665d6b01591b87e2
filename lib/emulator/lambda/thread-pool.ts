import type { FunctionThread, InvocationOutcome, OnBegin } from "./function-thread.ts";
import type { Invocation } from "./protocol.ts";

/** A function whose threads are in the pool. */
export interface PooledFunction {
  name: string;
  /** Opens a thread that holds this function. */
  open: () => FunctionThread;
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
    onBegin?: OnBegin,
  ): Promise<InvocationOutcome>;
  /** Returns how many invocations run or wait. */
  underway(): number;
  stop(): Promise<void>;
}

/** A warm thread takes about 20 MiB. */
const defaultWarmThreadsMax = 28;
/** A thread that has run so many invocations is hot: it is part of a load. */
const hotRuns = 10;
/** A load has ended when its threads were idle for so long. */
const loadEndedMs = 30_000;
/** A thread that was idle for less is part of a burst, and the burst's next invocation needs it. */
const inBurstMs = 100;
const idleMsMax = 5 * 60_000;
const sweepEveryMs = 2_000;

const stopping: InvocationOutcome = {
  ok: false,
  error: { errorType: "ServiceException", errorMessage: "The runtime is stopping" },
};

interface PooledThread {
  fn: PooledFunction;
  thread: FunctionThread;
  /** How many invocations it has run. */
  runs: number;
  idleSinceMs: number;
}

interface FunctionThreads {
  all: Set<PooledThread>;
  waiting: ((one: PooledThread | undefined) => void)[];
}

/**
 * Threads are opened on demand and stay warm. When a new one is needed and `warmThreadsMax` are open, the thread that has
 * been idle longest ends. Neither a working thread nor a hot one is ended for another: under load there may be more
 * threads than the maximum.
 */
export function openThreadPool(warmThreadsMax: number = defaultWarmThreadsMax): ThreadPool {
  const functions = new Map<string, FunctionThreads>();
  /** The longest idle thread first. */
  const idle: PooledThread[] = [];
  let open = 0;
  let underway = 0;
  let stopped = false;

  const sweeper = setInterval(() => {
    for (const one of idle.filter(({ thread }) => !thread.alive())) end(one);
    while (idle[0] !== undefined && idleMs(idle[0]) > (open > warmThreadsMax ? loadEndedMs : idleMsMax))
      end(idle[0]);
  }, sweepEveryMs).unref();

  function threadsOf(fn: PooledFunction): FunctionThreads {
    const known = functions.get(fn.name);
    if (known !== undefined) return known;
    const threads: FunctionThreads = { all: new Set(), waiting: [] };
    functions.set(fn.name, threads);
    return threads;
  }

  /** Ends an idle thread. */
  function end(one: PooledThread): void {
    idle.splice(idle.indexOf(one), 1);
    drop(one);
  }

  function drop(one: PooledThread): void {
    if (threadsOf(one.fn).all.delete(one)) open--;
    void one.thread.terminate();
  }

  function take(
    fn: PooledFunction,
    limit: number,
  ): Promise<PooledThread | undefined> | PooledThread | undefined {
    if (stopped) return undefined;
    const spare = takeIdle(fn);
    if (spare !== undefined) return spare;
    const { all, waiting } = threadsOf(fn);
    if (all.size < limit) return openOne(fn);
    return new Promise((resolve) => {
      waiting.push(resolve);
    });
  }

  /** The thread that was used last is the warmest. */
  function takeIdle(fn: PooledFunction): PooledThread | undefined {
    for (;;) {
      const spare = idle.findLast((one) => one.fn === fn);
      if (spare === undefined) return undefined;
      if (spare.thread.alive()) {
        idle.splice(idle.indexOf(spare), 1);
        return spare;
      }
      end(spare);
    }
  }

  function openOne(fn: PooledFunction): PooledThread {
    const oldest = open < warmThreadsMax ? undefined : idle.find(mayEnd);
    if (oldest !== undefined) end(oldest);
    const one = { fn, thread: fn.open(), runs: 0, idleSinceMs: 0 };
    threadsOf(fn).all.add(one);
    open++;
    return one;
  }

  function giveBack(one: PooledThread): void {
    one.runs++;
    if (!one.thread.alive()) drop(one);
    if (stopped) return;
    const next = threadsOf(one.fn).waiting.shift();
    if (next !== undefined) {
      next(one.thread.alive() ? one : openOne(one.fn));
    } else if (one.thread.alive()) {
      one.idleSinceMs = performance.now();
      idle.push(one);
    }
  }

  return {
    async run(fn, invocation, limit, onBegin) {
      underway++;
      try {
        const one = await take(fn, limit);
        if (one === undefined) return stopping;
        const outcome = await one.thread.run(invocation, onBegin);
        giveBack(one);
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
      for (const { waiting } of all) for (const resolve of waiting.splice(0)) resolve(undefined);
      await Promise.all(all.flatMap((threads) => [...threads.all].map(({ thread }) => thread.terminate())));
    },
  };
}

function idleMs({ idleSinceMs }: PooledThread): number {
  return performance.now() - idleSinceMs;
}

function mayEnd(one: PooledThread): boolean {
  return idleMs(one) > (one.runs < hotRuns ? inBurstMs : loadEndedMs);
}
