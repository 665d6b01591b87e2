import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ulid } from "ulid";
import { trusted } from "../../../functions/domain/trusted.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { callAws } from "../../../lib/emulator/aws-json.ts";
import type { Json } from "../../../lib/emulator/json.ts";
import { serviceTimeAt } from "../../../lib/emulator/service-date.ts";
import { invokeFunction } from "../emulator/invoke-function.ts";
import { provided } from "../setup/provided.ts";
import { tableAt } from "../table/table.ts";
import type { FaultPlan } from "./fault-plan.ts";
import type { FaultCount, Ready, ServiceOptions } from "./service-process.ts";

/** A service that runs in its own process and can be killed. */
export interface FaultyService {
  ready: Ready;
  /** The service's table, without the fault proxy. */
  table: Table;
  /** The time on the service's clock, in epoch milliseconds. */
  nowMs: () => number;
  /** When the service was ready, on its own clock, in epoch milliseconds. */
  readyAtMs: number;
  /** Replaces the fault plan. Returns the number of faults so far. */
  setPlan(plan: FaultPlan): Promise<number>;
  /** Returns the number of faults so far. */
  faults(): Promise<number>;
  /** Invokes the function whose logical id begins with `logicalId`. */
  invoke(logicalId: string, event: Json): Promise<Json>;
  /** Sends a message straight to the queue whose logical id begins with `logicalId`. */
  send(logicalId: string, body: string): Promise<void>;
  /** Resolves when the process has ended. */
  died: Promise<unknown>;
  kill(): Promise<void>;
}

/** Starts the service on a state folder, with its clock at `speed`. It continues with the state in the folder. */
export async function startFaultyService(
  options: Omit<ServiceOptions, "assemblyDirectory">,
): Promise<FaultyService> {
  const serviceOptions: ServiceOptions = { ...options, assemblyDirectory: provided("assemblyDirectory") };
  const child = fork(join(import.meta.dirname, "service-process.ts"), [JSON.stringify(serviceOptions)], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    execArgv: [],
  });
  let lastOutput = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    lastOutput = (lastOutput + chunk.toString()).slice(-2000);
  });
  const died = once(child, "close").then(() => new Error(`the service ended unexpectedly: ${lastOutput}`));
  const ready = await nextMessage<Ready>(child, died, "ready");
  const anchor = { ...ready.anchor, skippedSeconds: new Int32Array(1) };
  const nowMs = () => serviceTimeAt(anchor);
  const request = async (message: FaultPlan | "count") => {
    const reply = nextMessage<FaultCount>(child, died, "fault count");
    child.send(message);
    return (await reply).faults;
  };
  const { client, name } = tableAt({ endpoint: ready.endpoints.dynamodb, tableName: ready.tableName });
  return {
    ready,
    // The sweep finds old outbox items by their age on the service's clock.
    table: { client, name, newOutboxId: () => ulid(nowMs()) },
    nowMs,
    readyAtMs: nowMs(),
    setPlan: (plan) => request(plan),
    faults: () => request("count"),
    async invoke(logicalId, event) {
      const fn = refByPrefix(ready.functions, logicalId);
      return (await invokeFunction(ready.endpoints.lambda, ready.accessKey, fn, event)).payload;
    },
    async send(logicalId, MessageBody) {
      const message = { QueueUrl: refByPrefix(ready.queues, logicalId), MessageBody };
      await callAws(ready.endpoints.sqs, "AmazonSQS.SendMessage", message, { accessKey: ready.accessKey });
    },
    died,
    async kill() {
      child.kill("SIGKILL");
      await died;
    },
  };
}

/** Returns the name or URL of the resource whose logical id begins with `logicalId`. */
function refByPrefix(refs: Record<string, string>, logicalId: string): string {
  const found = Object.entries(refs).find(([name]) => name.startsWith(logicalId));
  if (found === undefined) throw new Error(`the template has no ${logicalId}`);
  return found[1];
}

/** Waits for the next message of one kind from the process. */
async function nextMessage<Message extends { kind: string }>(
  child: ChildProcess,
  died: Promise<Error>,
  kind: Message["kind"],
): Promise<Message> {
  for (;;) {
    const [message]: unknown[] = await Promise.race([
      once(child, "message"),
      died.then((error) => Promise.reject(error)),
    ]);
    if (trusted<Message>(message).kind === kind) return trusted<Message>(message);
  }
}

/**
 * Returns the log lines of function crashes: between invocations, an exited thread, a time-out, an unhandled rejection.
 */
export function crashesIn(stateDirectory: string): string[] {
  const lines = readFileSync(join(stateDirectory, "functions.log"), "utf8").split("\n");
  return lines.filter((line) =>
    /crashed between invocations|Runtime\.ExitError|Sandbox\.Timedout|UnhandledPromise/.test(line),
  );
}
