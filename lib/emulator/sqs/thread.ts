import { existsSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { type ListenOptions, Server } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { callAws } from "../aws-json.ts";
import { type ClockAnchor, patchDate } from "../service-date.ts";
import type { BootData } from "../worker-thread.ts";

export interface SqsThreadData {
  port: number;
  directory: string;
  anchor: ClockAnchor;
  queues: readonly { name: string; attributes: Record<string, string> }[];
}

/** The thread's one message: it is ready, or cannot be. */
export interface SqsThreadMessage {
  problem?: string;
}

const { data }: BootData<SqsThreadData> = workerData;

// Delays and visibility timeouts run on the service clock. Before fauxqs is loaded: it reads the clock as it loads.
patchDate(data.anchor);
listenOnLoopbackOnly();
commitWithoutFsync();

try {
  releaseMessagesInFlight();
  const { startFauxqs } = await import("fauxqs");
  const server = await startFauxqs({
    port: data.port,
    logger: false,
    host: "127.0.0.1",
    dataDir: data.directory,
  });
  for (const { name, attributes } of data.queues) {
    // Making a queue anew would delete its messages.
    if (server.inspectQueue(name) === undefined) server.createQueue(name, { attributes });
    else await setAttributes(name, attributes);
  }
  parentPort?.on("message", () => {
    void server.stop().finally(() => process.exit(0));
  });
  send({});
  flushCompileCache();
} catch (error) {
  send({ problem: error instanceof Error ? error.message : String(error) });
}

function send(message: SqsThreadMessage): void {
  parentPort?.postMessage(message, []);
}

async function setAttributes(name: string, attributes: Record<string, string>): Promise<void> {
  const endpoint = `http://127.0.0.1:${data.port}`;
  await callAws(endpoint, "AmazonSQS.SetQueueAttributes", {
    QueueUrl: `${endpoint}/0/${name}`,
    Attributes: attributes,
  });
}

/** Whoever had received them died with the last runtime, so nobody would wait for their visibility timeout. */
function releaseMessagesInFlight(): void {
  const path = join(data.directory, "fauxqs.db");
  if (!existsSync(path)) return;
  const database = new DatabaseSync(path);
  if (database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'sqs_messages'").get() !== undefined)
    database.exec("UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL");
  database.close();
}

/** fauxqs waits for the disk at each statement. A commit outlives the death of the process without that. */
function commitWithoutFsync(): void {
  const exec: unknown = Reflect.get(DatabaseSync.prototype, "exec");
  Object.defineProperty(DatabaseSync.prototype, "exec", {
    value(this: DatabaseSync, sql: string) {
      if (typeof exec !== "function") throw new Error("node:sqlite has no exec");
      Reflect.apply(exec, this, [sql]);
      if (/journal_mode\s*=\s*wal/i.test(sql)) Reflect.apply(exec, this, ["PRAGMA synchronous = NORMAL"]);
    },
  });
}

/** fauxqs binds every address and has no option for one; an emulated AWS is nobody's business but this machine's. */
function listenOnLoopbackOnly(): void {
  const listen: unknown = Reflect.get(Server.prototype, "listen");
  Object.defineProperty(Server.prototype, "listen", {
    value(this: Server, options: ListenOptions, ...rest: unknown[]) {
      if (typeof listen !== "function") throw new Error("node:net has no listen");
      return Reflect.apply(listen, this, [{ ...options, host: "127.0.0.1" }, ...rest]);
    },
  });
}
