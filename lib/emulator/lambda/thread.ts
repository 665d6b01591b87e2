import { existsSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { patchDate } from "../service-date.ts";
import type { BootData } from "../worker-thread.ts";
import type { Invocation, InvocationError, ThreadData, ThreadMessage } from "./protocol.ts";
import { showSourcesInTraces } from "./source-traces.ts";
import { trustAtFirstUse } from "./trust-ca.ts";

// Runs in a function's thread, in place of Lambda's Node.js runtime.

type Handler = (event: unknown, context: object) => unknown;

const { data }: BootData<ThreadData> = workerData;

patchDate(data.anchor);
showSourcesInTraces();
if (data.extraCa !== undefined) trustAtFirstUse(data.extraCa);

try {
  const handler = await loadHandler();
  const firstInvocation = Promise.withResolvers<void>();
  // A thread that is terminated does not write its compile cache, and writing it takes milliseconds.
  void firstInvocation.promise.then(() => setImmediate(flushCompileCache));
  parentPort?.on("message", (invocation: Invocation) => {
    void invoke(handler, invocation).then(firstInvocation.resolve);
  });
  send({ kind: "ready" });
} catch (error) {
  send({ kind: "initError", error: describe(error) });
}

async function invoke(handler: Handler, { requestId, event, timeoutMs }: Invocation): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs;
  const context = {
    callbackWaitsForEmptyEventLoop: true,
    functionName: data.functionName,
    functionVersion: "$LATEST",
    invokedFunctionArn: data.functionArn,
    memoryLimitInMB: String(data.memoryMb),
    awsRequestId: requestId,
    logGroupName: process.env["AWS_LAMBDA_LOG_GROUP_NAME"],
    logStreamName: process.env["AWS_LAMBDA_LOG_STREAM_NAME"],
    // In real time, like the time-out.
    getRemainingTimeInMillis: () => Math.max(0, Math.round(deadlineMs - performance.now())),
  };
  try {
    const result = await handler(JSON.parse(event), context);
    send({ kind: "result", requestId, payload: JSON.stringify(result) ?? "null" });
  } catch (error) {
    send({ kind: "error", requestId, error: describe(error) });
  }
}

async function loadHandler(): Promise<Handler> {
  const dot = data.handler.lastIndexOf(".");
  const name = data.handler.slice(dot + 1);
  const paths = [".mjs", ".js", ".cjs"].map((ending) =>
    join(data.directory, data.handler.slice(0, dot) + ending),
  );
  const path = paths.find((candidate) => existsSync(candidate));
  if (path === undefined)
    throw named(
      "Runtime.ImportModuleError",
      `Cannot find the module of ${data.handler} in ${data.directory}`,
    );
  const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href);
  const handler = module[name];
  if (!isHandler(handler))
    throw named("Runtime.HandlerNotFound", `${data.handler} is undefined or not exported`);
  return handler;
}

function isHandler(value: unknown): value is Handler {
  return typeof value === "function";
}

function send(message: ThreadMessage): void {
  parentPort?.postMessage(message, []);
}

function describe(error: unknown): InvocationError {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error) };
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? "").split("\n") };
}

function named(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}
