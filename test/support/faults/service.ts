import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ulid } from "ulid";
import { inject } from "vitest";
import { trusted } from "../../../functions/domain/trusted.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { callAws } from "../../../lib/emulator/aws-json.ts";
import type { Json } from "../../../lib/emulator/json.ts";
import { serviceTimeAt } from "../../../lib/emulator/service-date.ts";
import { tableAt } from "../table/table.ts";
import type { Changed, Ready, Start } from "./killed-service.ts";
import type { Plan } from "./plan.ts";

/** A service that runs in a process of its own and can be killed there. */
export interface FaultyService {
  ready: Ready;
  /** Its table, without anything between. */
  table: Table;
  /** The service's clock, in epoch milliseconds. */
  nowMs: () => number;
  /** When it was ready, on the service's clock. */
  readyAtMs: number;
  /** From now on this goes wrong. Answers with the number of things that went wrong before. */
  setPlan(plan: Plan): Promise<number>;
  /** How many things have gone wrong so far. */
  faults(): Promise<number>;
  /** Invokes the function whose logical id begins so. */
  invoke(logicalId: string, event: Json): Promise<Json>;
  /** Sends a message to the queue whose logical id begins so, past every worker and check. */
  send(logicalId: string, body: string): Promise<void>;
  /** When it has died. */
  died: Promise<unknown>;
  kill(): Promise<void>;
}

/** Starts the service on a state folder, and with it the clock at `speed`; it goes on with what it finds there. */
export async function startFaulty(options: Omit<Start, "assemblyDirectory">): Promise<FaultyService> {
  const start: Start = { ...options, assemblyDirectory: inject("assemblyDirectory") };
  const child = fork(join(import.meta.dirname, "killed-service.ts"), [JSON.stringify(start)], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    execArgv: [],
  });
  let complaint = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2000);
  });
  const died = once(child, "close").then(() => new Error(`the service has ended by itself: ${complaint}`));
  const ready = await answer<Ready>(child, died, "ready");
  const nowMs = () => serviceTimeAt(ready.anchor, Date.now());
  const tell = async (what: Plan | "count") => {
    const changed = answer<Changed>(child, died, "changed");
    child.send(what);
    return (await changed).faults;
  };
  const { client, name } = tableAt({ endpoint: ready.endpoints.dynamodb, tableName: ready.tableName });
  return {
    ready,
    // Intents are swept by their age on the service's clock.
    table: { client, name, newOutboxId: () => ulid(nowMs()) },
    nowMs,
    readyAtMs: nowMs(),
    setPlan: (plan) => tell(plan),
    faults: () => tell("count"),
    async invoke(logicalId, event) {
      const fn = named(ready.functions, logicalId);
      const url = `${ready.endpoints.lambda}/2015-03-31/functions/${encodeURIComponent(fn)}/invocations`;
      const response = await fetch(url, { method: "POST", body: JSON.stringify(event) });
      return trusted<Json>(await response.json());
    },
    async send(logicalId, MessageBody) {
      const QueueUrl = named(ready.queues, logicalId);
      await callAws(ready.endpoints.sqs, "AmazonSQS.SendMessage", { QueueUrl, MessageBody });
    },
    died,
    async kill() {
      child.kill("SIGKILL");
      await died;
      client.destroy();
    },
  };
}

function named(refs: Record<string, string>, logicalId: string): string {
  const found = Object.entries(refs).find(([name]) => name.startsWith(logicalId));
  if (found === undefined) throw new Error(`the template has no ${logicalId}`);
  return found[1];
}

async function answer<Answer extends { kind: string }>(
  child: ChildProcess,
  died: Promise<Error>,
  kind: Answer["kind"],
): Promise<Answer> {
  for (;;) {
    const [message]: unknown[] = await Promise.race([
      once(child, "message"),
      died.then((error) => Promise.reject(error)),
    ]);
    if (trusted<Answer>(message).kind === kind) return trusted<Answer>(message);
  }
}

/** The lines of functions that ended badly: a crash between invocations, a thread that went, a worker that threw. */
export function crashesIn(stateDirectory: string): string[] {
  const lines = readFileSync(join(stateDirectory, "functions.log"), "utf8").split("\n");
  return lines.filter((line) =>
    /crashed between invocations|Runtime\.ExitError|Sandbox\.Timedout|UnhandledPromise/.test(line),
  );
}
