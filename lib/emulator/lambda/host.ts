import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import type { Resource } from "../assembly.ts";
import { type Json, parseJson } from "../json.ts";
import type { ClockAnchor } from "../service-date.ts";
import { functionDefinition } from "./definition.ts";
import { type EnvironmentSettings, functionEnvironment } from "./environment.ts";
import type { FunctionLog } from "./function-log.ts";
import { type OnBegin, openFunctionThread, semiSpaceMib } from "./function-thread.ts";
import type { InvocationError } from "./protocol.ts";
import { openThreadPool, type PooledFunction } from "./thread-pool.ts";

/** The result of an invocation: the function's payload, or its error in Lambda's form. */
export type InvocationResult =
  | { ok: true; requestId: string; payload: Json }
  | { ok: false; requestId: string; error: InvocationError };

export interface LambdaHost {
  /**
   * Invokes a function by its name or ARN. Waits while `atOnce` invocations of the function run; `atOnce` is
   * `concurrencyOf` the function by default. Calls `onBegin` when the handler begins. Rejects only for an unknown function.
   */
  invoke(
    nameOrArn: string,
    event: Json,
    options?: { atOnce?: number; onBegin?: OnBegin },
  ): Promise<InvocationResult>;
  has(nameOrArn: string): boolean;
  /** Returns how many invocations of the function may run at once. */
  concurrencyOf(nameOrArn: string): number;
  /** Waits up to `graceMs` real milliseconds for running invocations, then ends all threads. */
  stop(graceMs: number): Promise<void>;
}

/** Runs the template's functions. A function's threads are opened when it is invoked. */
export function startLambdaHost(
  options: EnvironmentSettings & {
    functions: readonly Resource[];
    anchor: ClockAnchor;
    extraCa?: string | undefined;
    /** Where threads cache compiled code. @default they do not */
    compileCacheDirectory?: string;
    /** How many threads of all functions together stay warm. @default 28 */
    warmThreadsMax?: number | undefined;
    functionLog: FunctionLog;
    onProblem: (line: string) => void;
  },
): LambdaHost {
  const { anchor, extraCa, functionLog, onProblem } = options;
  const definitions = options.functions.map(functionDefinition);
  const functions = new Map<string, PooledFunction>();
  setFlagsFromString(`--min-semi-space-size=${semiSpaceMib}`);
  const pool = openThreadPool(options.warmThreadsMax);
  let stopping = false;

  function find(nameOrArn: string) {
    const found = definitions.find(({ name, arn }) => name === nameOrArn || arn === nameOrArn);
    if (found === undefined) throw new Error(`The template has no function ${nameOrArn}`);
    return found;
  }

  function pooled(definition: ReturnType<typeof find>): PooledFunction {
    const known = functions.get(definition.name);
    if (known !== undefined) return known;
    const environment = functionEnvironment(definition, options);
    const data = {
      directory: definition.directory,
      handler: definition.handler,
      anchor,
      functionName: definition.name,
      threadName: definition.logicalId,
      functionArn: definition.arn,
      memoryMb: definition.memoryMb,
      ...(extraCa === undefined ? {} : { extraCa }),
    };
    const onLine = (line: string) => functionLog.line(definition.name, line);
    const fn = {
      name: definition.name,
      open: () => openFunctionThread(data, environment, options.compileCacheDirectory, onLine),
    };
    functions.set(definition.name, fn);
    return fn;
  }

  return {
    has: (nameOrArn) => definitions.some(({ name, arn }) => name === nameOrArn || arn === nameOrArn),
    concurrencyOf: (nameOrArn) => find(nameOrArn).concurrency,
    async invoke(nameOrArn, event, { atOnce, onBegin } = {}) {
      const definition = find(nameOrArn);
      const requestId = randomUUID();
      const timeoutMs = definition.timeoutSeconds * 1000;
      const invocation = { requestId, event: JSON.stringify(event), timeoutMs };
      const limit = atOnce ?? definition.concurrency;
      const outcome = await pool.run(pooled(definition), invocation, limit, onBegin);
      if (outcome.ok) return { ok: true, requestId, payload: parseJson(outcome.payload, definition.name) };
      const { errorType, errorMessage, trace } = outcome.error;
      functionLog.line(
        definition.name,
        `${requestId} ${errorType}: ${errorMessage} ${JSON.stringify(trace ?? [])}`,
      );
      if (!stopping) onProblem(`${definition.name}: ${errorType}: ${errorMessage}`.replaceAll(/\s+/g, " "));
      return { ok: false, requestId, error: outcome.error };
    },
    async stop(graceMs) {
      const deadlineMs = performance.now() + graceMs;
      while (pool.underway() > 0 && performance.now() < deadlineMs) await sleep(20);
      stopping = true;
      await pool.stop();
    },
  };
}
