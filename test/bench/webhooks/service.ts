import { rmSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import type { AccessKey } from "../../../lib/emulator/access-key.ts";
import { startDynamoDb } from "../../../lib/emulator/dynamodb.ts";
import type { ServiceFile } from "../../../lib/local/service-file.ts";
import { takeSqsCounts } from "./counted-sqs.ts";
import { type OperationCounts, openCountingProxy } from "./counting-proxy.ts";

interface Counts {
  storing: OperationCounts;
  after: OperationCounts;
  sqs: OperationCounts;
}

export interface ServiceProtocol {
  ready: {
    file: ServiceFile;
    stateDirectory: string;
    tableName: string;
    /** Where the driver stores its events. */
    dynamoDb: string;
    sqs: string;
    kms: string;
    /** The key of KMS that opens the secrets of subscriptions. */
    keyId: string;
    /** Signs calls of SQS and KMS. */
    accessKey: AccessKey;
    /** The URL of each queue by the logical name of its resource. */
    queues: Record<string, string>;
    /** How far the service's clock is ahead of real time. */
    clockAheadMs: number;
  };
  /** The calls of the engines since the last request. Empty unless the process was started with `count`. */
  counts: Counts;
  /** Keeps the folder when the process ends, for a service that continues with its state. The reply has the counts too. */
  keep: Counts;
}

const [folder = "", mode, speed = "1"] = process.argv.slice(2);
const isCounting = mode === "count";
const stateDirectory = join(folder, "state");
const disconnected = new AbortController();
const cleanups: (() => unknown)[] = [];

async function stop(code: number): Promise<void> {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp();
  // The driver may have ended without deleting the folder.
  if (!isKept) rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}

// Ctrl-C in the terminal signals every process. The driver ends this one.
process.on("SIGINT", () => undefined);
process.on("disconnect", () => disconnected.abort());

/** Whether another service continues with the state of this one. */
let isKept = false;

/** Starts an engine for the service, behind one counting proxy for the functions and another one for the driver. */
async function startCountedDynamoDb() {
  const engine = await startDynamoDb("dynoxide", join(folder, "engine"), console.error);
  cleanups.push(() => engine.stop());
  const proxies = await Promise.all([openCountingProxy(engine.endpoint), openCountingProxy(engine.endpoint)]);
  for (const proxy of proxies) cleanups.push(() => proxy.close());
  const [storing, after] = proxies;
  return { storing, after };
}

/** Makes the runtime import the counting SQS. Functions call the URL of their queue, which no option changes. */
function countSqs(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === "./sqs.ts" && context.parentURL?.endsWith("/lib/emulator/runtime.ts") === true
        ? next(new URL("./counted-sqs.ts", import.meta.url).href, context)
        : next(specifier, context),
  });
}

try {
  const countedEngine = isCounting ? await startCountedDynamoDb() : undefined;
  if (isCounting) countSqs();
  const { startService } = await import("../../../lib/local/start.ts");
  const options = { stateDirectory, port: 0, httpPort: 0, speed: Number(speed), reset: false };
  const database = countedEngine?.after.endpoint ?? "dynoxide";
  const service = await startService(
    { ...options, database },
    { log: console.error, signal: disconnected.signal },
  );
  cleanups.push(() => service.stop());
  const { assembly, endpoints, accessKey } = service.runtime;
  const queues = assembly.ofType("AWS::SQS::Queue").map(({ logicalId, ref }) => [logicalId, ref]);
  process.on("message", (request) => {
    isKept ||= request === "keep";
    process.send?.({
      storing: countedEngine?.storing.take(),
      after: countedEngine?.after.take(),
      sqs: takeSqsCounts(),
    });
  });
  process.send?.({
    file: service.file,
    stateDirectory,
    tableName: assembly.ofType("AWS::DynamoDB::Table")[0]?.ref,
    dynamoDb: countedEngine?.storing.endpoint ?? endpoints.dynamodb,
    sqs: endpoints.sqs,
    kms: endpoints.kms,
    keyId: assembly.ofType("AWS::KMS::Key")[0]?.attributes["Arn"],
    accessKey,
    queues: Object.fromEntries(queues),
    clockAheadMs: service.runtime.clock.now() - Date.now(),
  });
  disconnected.signal.throwIfAborted();
  disconnected.signal.addEventListener("abort", () => void stop(0));
} catch (error) {
  if (!disconnected.signal.aborted) console.error(error instanceof Error ? error.message : String(error));
  // An interrupted synthesis may still write files while it ends.
  else await sleep(500);
  await stop(1);
}
