import { existsSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { type ListenOptions, Server } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import type { AccessKey } from "../access-key.ts";
import { callAws } from "../aws-json.ts";
import { type ClockAnchor, patchDate } from "../service-date.ts";
import { isDamaged } from "../state.ts";
import type { BootData } from "../worker-thread.ts";
import { type Call, type Reply, replyTo, takeHandlers } from "./direct-calls.ts";
import { surviveFullDisk } from "./full-disk.ts";
import { guardRequests } from "./guard.ts";

export interface SqsThreadData {
  port: number;
  accessKey: AccessKey;
  directory: string;
  anchor: ClockAnchor;
  queues: readonly { name: string; attributes: Record<string, string> }[];
}

/** The thread's first message: it is ready, or it has a problem. Its other messages are replies to calls. */
export interface SqsThreadMessage {
  problem?: string;
  /** The file that the problem is about, if it is damaged. */
  damagedFile?: string;
}

const databaseName = "fauxqs.db";
const { data }: BootData<SqsThreadData> = workerData;

// Delays and visibility timeouts run on the service clock. fauxqs reads `Date` when it is loaded, so this comes first.
patchDate(data.anchor);
listenGuardedOnLoopback();
commitWithoutFsync();

try {
  releaseMessagesInFlight();
  await surviveFullDisk();
  const handle = await takeHandlers();
  const { startFauxqs } = await import("fauxqs");
  const server = await startFauxqs({
    port: data.port,
    logger: false,
    host: "127.0.0.1",
    dataDir: data.directory,
  });
  for (const { name, attributes } of data.queues) {
    // Creating a queue again would delete its messages.
    if (server.inspectQueue(name) === undefined) server.createQueue(name, { attributes });
    else await setAttributes(name, attributes);
  }
  parentPort?.on("message", (message: Call | "stop") => {
    if (message === "stop") void server.stop().finally(() => process.exit(0));
    else void replyTo(message, handle).then(send);
  });
  send({});
  flushCompileCache();
} catch (error) {
  send({
    problem: error instanceof Error ? error.message : String(error),
    ...(isDamaged(error) && { damagedFile: join(data.directory, databaseName) }),
  });
}

function send(message: SqsThreadMessage | Reply): void {
  parentPort?.postMessage(message, []);
}

async function setAttributes(name: string, attributes: Record<string, string>): Promise<void> {
  const endpoint = `http://127.0.0.1:${data.port}`;
  const request = { QueueUrl: `${endpoint}/0/${name}`, Attributes: attributes };
  await callAws(endpoint, "AmazonSQS.SetQueueAttributes", request, { accessKey: data.accessKey });
}

/** The functions that had received these messages ended with the last run. */
function releaseMessagesInFlight(): void {
  const path = join(data.directory, databaseName);
  if (!existsSync(path)) return;
  const database = new DatabaseSync(path);
  if (database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'sqs_messages'").get() !== undefined)
    database.exec("UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL");
  database.close();
}

/** fauxqs waits for the disk at each statement. A commit survives the end of the process without waiting. */
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

/** fauxqs listens on all addresses of the machine and accepts every caller. It has no option for either. */
function listenGuardedOnLoopback(): void {
  const listen: unknown = Reflect.get(Server.prototype, "listen");
  Object.defineProperty(Server.prototype, "listen", {
    value(this: Server, options: ListenOptions, ...rest: unknown[]) {
      if (typeof listen !== "function") throw new Error("node:net has no listen");
      guardRequests(this, data.accessKey);
      return Reflect.apply(listen, this, [{ ...options, host: "127.0.0.1" }, ...rest]);
    },
  });
}
