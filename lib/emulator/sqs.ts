import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { AccessKey } from "./access-key.ts";
import type { Resource } from "./assembly.ts";
import { asText, type JsonObject } from "./json.ts";
import type { ClockAnchor } from "./service-date.ts";
import { type CallSqs, openDirectCalls } from "./sqs/direct-calls.ts";
import type { SqsThreadData, SqsThreadMessage } from "./sqs/thread.ts";
import { StateFileError } from "./state.ts";
import { openWorkerThread } from "./worker-thread.ts";

/** The emulated SQS. */
export interface Sqs {
  endpoint: string;
  /** Calls it in process: for the emulator itself. */
  call: CallSqs;
  stop(): Promise<void>;
}

const queueAttributeNames = [
  "DelaySeconds",
  "MaximumMessageSize",
  "MessageRetentionPeriod",
  "ReceiveMessageWaitTimeSeconds",
  "VisibilityTimeout",
];

/**
 * Starts SQS on 127.0.0.1:`port` with the template's queues, in a thread with the service clock. It accepts requests that are
 * signed with the access key. Messages and their delays are stored in `stateDirectory`. Messages that were in flight when the last run ended are visible again.
 */
export async function startSqs(options: {
  port: number;
  accessKey: AccessKey;
  stateDirectory: string;
  /** Where its thread caches compiled code. @default it does not */
  compileCacheDirectory?: string;
  anchor: ClockAnchor;
  queues: readonly Resource[];
  /** Gets a line when the queues end by themselves. */
  log: (line: string) => void;
}): Promise<Sqs> {
  const directory = join(options.stateDirectory, "sqs");
  mkdirSync(directory, { recursive: true });
  const data: SqsThreadData = {
    port: options.port,
    accessKey: options.accessKey,
    directory,
    anchor: options.anchor,
    queues: options.queues.map((queue) => ({
      name: queue.attributes["QueueName"] ?? queue.logicalId,
      attributes: queueAttributes(queue.properties),
    })),
  };
  const thread = openWorkerThread(
    new URL("./sqs/thread.ts", import.meta.url),
    { data, compileCacheDirectory: options.compileCacheDirectory },
    { env: {} },
  );
  const started: SqsThreadMessage = await new Promise((resolve, reject) => {
    thread.once("message", resolve);
    thread.once("error", reject);
  });
  thread.on("error", (error) =>
    options.log(`The queues have ended: stop the runtime and start it again: ${String(error)}`),
  );
  if (started.damagedFile !== undefined) throw new StateFileError(`${started.damagedFile} is damaged`);
  if (started.problem !== undefined) throw new Error(`SQS does not start: ${started.problem}`);
  return {
    endpoint: `http://127.0.0.1:${options.port}`,
    call: openDirectCalls(thread),
    async stop() {
      thread.postMessage("stop", []);
      await Promise.race([once(thread, "exit"), sleep(1000, undefined, { ref: false })]);
      await thread.terminate();
    },
  };
}

/** Returns CloudFormation's queue properties as SQS attributes, whose values are text. */
function queueAttributes(properties: JsonObject): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const name of queueAttributeNames) {
    const value = properties[name];
    if (value !== undefined) attributes[name] = asText(value);
  }
  // An empty policy removes the policy of an earlier template.
  const redrive = properties["RedrivePolicy"];
  attributes["RedrivePolicy"] = redrive === undefined ? "" : JSON.stringify(redrive);
  return attributes;
}
