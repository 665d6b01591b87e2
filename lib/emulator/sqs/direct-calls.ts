import type { Worker } from "node:worker_threads";
import { AwsError } from "../aws-json.ts";
import type { JsonObject } from "../json.ts";

/**
 * Calls an action of SQS, such as `ReceiveMessage`, without HTTP. Rejects with AwsError when SQS returns an error, and with the
 * signal's reason when it aborts.
 */
export type CallSqs = (action: string, request: JsonObject, signal?: AbortSignal) => Promise<JsonObject>;

/** A call that the emulator's main thread sends to the thread of the queues. */
export interface Call {
  id: number;
  action: string;
  request: JsonObject;
}

/** The thread's reply to a call. `code` is the type of an error. */
export interface Reply {
  id: number;
  response?: JsonObject;
  error?: { code: string; message: string };
}

type Handle = (action: string, request: JsonObject) => Promise<JsonObject>;

/** Returns a function that calls the queues in `thread`. */
export function openDirectCalls(thread: Worker): CallSqs {
  const waiting = new Map<number, PromiseWithResolvers<JsonObject>>();
  let lastId = 0;
  let ended = false;
  thread.on("message", ({ id, response, error }: Reply) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) one?.resolve(response ?? {});
    else one?.reject(new AwsError(error.code, error.message));
  });
  thread.once("exit", () => {
    ended = true;
    for (const { reject } of waiting.values()) reject(hasEnded());
    waiting.clear();
  });
  return async (action, request, signal) => {
    signal?.throwIfAborted();
    if (ended) throw hasEnded();
    const id = ++lastId;
    const one = Promise.withResolvers<JsonObject>();
    waiting.set(id, one);
    const abort = () => {
      waiting.delete(id);
      one.reject(signal?.reason);
    };
    signal?.addEventListener("abort", abort);
    try {
      const call: Call = { id, action, request };
      thread.postMessage(call, []);
      return await one.promise;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  };
}

function hasEnded(): Error {
  return new Error("The queues have ended");
}

/** Returns the thread's reply to a call. */
export async function replyTo({ id, action, request }: Call, handle: Handle): Promise<Reply> {
  try {
    return { id, response: await handle(action, request) };
  } catch (error) {
    return { id, error: describe(action, error) };
  }
}

/** fauxqs's errors have the type that SQS's JSON protocol uses, such as `com.amazonaws.sqs#QueueDoesNotExist`. */
function describe(action: string, error: unknown): NonNullable<Reply["error"]> {
  const message = error instanceof Error ? error.message : String(error);
  const type: unknown = Reflect.get(Object(error), "code");
  const code = typeof type === "string" ? type : "InternalFailure";
  return { code, message: `${action}: ${code}: ${message}` };
}

/**
 * Returns a function that calls fauxqs's own handlers of SQS's actions. fauxqs does not export them, so they are taken when it
 * registers them: call this before `startFauxqs`.
 */
export async function takeHandlers(): Promise<Handle> {
  // The package does not export this module.
  const url = new URL("sqs/sqsRouter.js", import.meta.resolve("fauxqs"));
  const module: Readonly<Record<string, unknown>> = await import(url.href);
  const prototype: unknown = Reflect.get(Object(module["SqsRouter"]), "prototype");
  const register: unknown = Reflect.get(Object(prototype), "register");
  if (typeof prototype !== "object" || prototype === null || typeof register !== "function")
    throw new Error("fauxqs has no SqsRouter");
  let store: unknown;
  const handlers = new Map<unknown, unknown>();
  Reflect.set(prototype, "register", function (this: unknown, action: unknown, handler: unknown) {
    store = Reflect.get(Object(this), "store");
    handlers.set(action, handler);
    Reflect.apply(register, this, [action, handler]);
  });
  return async (action, request) => {
    const handler = handlers.get(action);
    if (typeof handler !== "function") throw new Error(`fauxqs has no ${action}`);
    const response: JsonObject = await Reflect.apply(handler, undefined, [request, store]);
    return response;
  };
}
