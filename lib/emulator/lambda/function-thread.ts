import { isDebuggable } from "../debugger.ts";
import { openWorkerThread } from "../worker-thread.ts";
import type { Invocation, InvocationError, ThreadData, ThreadMessage } from "./protocol.ts";

/** The outcome of an invocation: the payload as JSON text, or the error in Lambda's form. */
export type InvocationOutcome = { ok: true; payload: string } | { ok: false; error: InvocationError };

/** Gets a function that returns for how many milliseconds the thread's event loop has been idle since its start. */
export type OnBegin = (idleMs: () => number) => void;

/** An execution environment: a thread that has loaded one function and runs one invocation at a time. */
export interface FunctionThread {
  /**
   * Never rejects: a crash, a time-out and a failed start are outcomes, and the thread is not `alive` after them.
   * @param onBegin called when the function is loaded and its handler begins
   */
  run(invocation: Invocation, onBegin?: OnBegin): Promise<InvocationOutcome>;
  alive(): boolean;
  terminate(): Promise<void>;
}

/** Lambda allows 10 s for initialization. A busy machine with two cores may need more. */
const initTimeoutMs = 30_000;

/**
 * The memory of each thread for new objects: V8 has two such spaces, and a thread under load fills both. A thread makes much
 * garbage while it loads its function, so V8's initial 1 MiB is too small. With V8's maximum of 16 MiB a thread takes some
 * 25 MiB more, and neither a cold start nor an invocation takes less processor time.
 */
export const semiSpaceMib = 4;

/** Opens a thread with exactly `environment` as its environment variables. */
export function openFunctionThread(
  data: ThreadData,
  environment: Readonly<Record<string, string>>,
  compileCacheDirectory: string | undefined,
  onLine: (line: string) => void,
): FunctionThread {
  const worker = openWorkerThread(
    new URL("./thread.ts", import.meta.url),
    { data, compileCacheDirectory },
    {
      env: { ...environment },
      argv: [],
      stdout: true,
      stderr: true,
      name: data.threadName,
      resourceLimits: {
        maxOldGenerationSizeMb: data.memoryMb,
        // V8 counts three spaces: the third is for large objects.
        maxYoungGenerationSizeMb: 3 * semiSpaceMib,
      },
    },
  );
  let alive = true;
  let ready = false;
  let first: { invocation: Invocation; onBegin: OnBegin | undefined } | undefined;
  let settle: ((outcome: InvocationOutcome) => void) | undefined;
  let timer: NodeJS.Timeout | undefined;

  readLines(worker.stdout, onLine);
  readLines(worker.stderr, onLine);

  function finish(outcome: InvocationOutcome): void {
    clearTimeout(timer);
    const done = settle;
    settle = undefined;
    done?.(outcome);
  }

  function fail(errorType: string, errorMessage: string): void {
    alive = false;
    finish({ ok: false, error: { errorType, errorMessage } });
    void worker.terminate();
  }

  function failAfter(ms: number, message: string): void {
    if (!isDebuggable()) timer = setTimeout(() => fail("Sandbox.Timedout", message), ms);
  }

  function post(invocation: Invocation, onBegin: OnBegin | undefined): void {
    onBegin?.(() => worker.performance.eventLoopUtilization().idle);
    const { requestId, timeoutMs } = invocation;
    const seconds = (timeoutMs / 1000).toFixed(2);
    failAfter(timeoutMs, `RequestId: ${requestId} Error: Task timed out after ${seconds} seconds`);
    worker.postMessage(invocation, []);
  }

  worker.on("message", (message: ThreadMessage) => {
    switch (message.kind) {
      case "ready":
        ready = true;
        clearTimeout(timer);
        if (first !== undefined && alive) post(first.invocation, first.onBegin);
        first = undefined;
        break;
      case "initError":
        alive = false;
        finish({ ok: false, error: message.error });
        void worker.terminate();
        break;
      case "result":
        finish({ ok: true, payload: message.payload });
        break;
      case "error":
        finish({ ok: false, error: message.error });
        break;
    }
  });
  worker.on("error", (error: unknown) => {
    const named = error instanceof Error ? error : new Error(String(error));
    if (settle === undefined) onLine(`crashed between invocations: ${named.stack ?? named.message}`);
    fail(named.name, named.message);
  });
  worker.on("exit", (code) => fail("Runtime.ExitError", `Error: Runtime exited with status ${code}`));

  return {
    run: (invocation, onBegin) =>
      new Promise((resolve) => {
        settle = resolve;
        if (!alive)
          finish({
            ok: false,
            error: { errorType: "Runtime.ExitError", errorMessage: "Runtime has exited" },
          });
        else if (ready) post(invocation, onBegin);
        else {
          first = { invocation, onBegin };
          failAfter(initTimeoutMs, "Error: the function did not initialize in time");
        }
      }),
    alive: () => alive,
    async terminate() {
      alive = false;
      await worker.terminate();
    },
  };
}

function readLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  });
  stream.on("end", () => {
    if (rest !== "") onLine(rest);
  });
}
