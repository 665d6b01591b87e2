import { rmSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { startDynamoDb } from "../../../lib/emulator/dynamodb.ts";
import type { ServiceFile } from "../../../lib/local/service-file.ts";
import { sqsBill } from "./counted-sqs.ts";
import { type Bill, openCountingProxy } from "./counting-proxy.ts";

export interface ServiceProtocol {
  ready: {
    file: ServiceFile;
    stateDirectory: string;
    tableName: string;
    /** Where the driver stores its events. */
    dynamoDb: string;
    sqs: string;
    /** The URL of each queue by the logical name of its resource. */
    queues: Record<string, string>;
  };
  /** What was asked of the engines since the last time. Nothing is counted unless the process was started with `count`. */
  bills: { storing: Bill; after: Bill; sqs: Bill };
}

const [folder = "", mode] = process.argv.slice(2);
const counts = mode === "count";
const stateDirectory = join(folder, "state");
const letGo = new AbortController();
const endings: (() => unknown)[] = [];

async function stop(code: number): Promise<void> {
  for (const end of endings.splice(0).toReversed()) await end();
  // Whoever started this may be gone, and could not.
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}

// The terminal's Ctrl-C goes to every process; it is the driver that ends this one.
process.on("SIGINT", () => undefined);
process.on("disconnect", () => letGo.abort());

/** An engine of the service's own, behind a proxy for the functions and another one for the driver. */
async function countedDynamoDb() {
  const engine = await startDynamoDb("dynoxide", join(folder, "engine"), console.error);
  endings.push(() => engine.stop());
  const proxies = await Promise.all([openCountingProxy(engine.endpoint), openCountingProxy(engine.endpoint)]);
  for (const proxy of proxies) endings.push(() => proxy.close());
  const [storing, after] = proxies;
  return { storing, after };
}

/** The runtime's queues lie behind a proxy of ours: functions go where their queue's URL says, which no option changes. */
function countSqs(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === "./sqs.ts" && context.parentURL?.endsWith("/lib/emulator/runtime.ts") === true
        ? next(new URL("./counted-sqs.ts", import.meta.url).href, context)
        : next(specifier, context),
  });
}

try {
  const counted = counts ? await countedDynamoDb() : undefined;
  if (counts) countSqs();
  const { startService } = await import("../../../lib/local/start.ts");
  const options = { stateDirectory, port: 0, httpPort: 0, speed: 1, reset: false };
  const database = counted?.after.endpoint ?? "dynoxide";
  const service = await startService({ ...options, database }, { log: console.error, signal: letGo.signal });
  endings.push(() => service.stop());
  const { assembly, endpoints } = service.runtime;
  const queues = assembly.ofType("AWS::SQS::Queue").map(({ logicalId, ref }) => [logicalId, ref]);
  process.on("message", () =>
    process.send?.({ storing: counted?.storing.take(), after: counted?.after.take(), sqs: sqsBill() }),
  );
  process.send?.({
    file: service.file,
    stateDirectory,
    tableName: assembly.ofType("AWS::DynamoDB::Table")[0]?.ref,
    dynamoDb: counted?.storing.endpoint ?? endpoints.dynamodb,
    sqs: endpoints.sqs,
    queues: Object.fromEntries(queues),
  });
  letGo.signal.throwIfAborted();
  letGo.signal.addEventListener("abort", () => void stop(0));
} catch (error) {
  if (!letGo.signal.aborted) console.error(error instanceof Error ? error.message : String(error));
  // The synthesis that was interrupted may write while it dies.
  else await sleep(500);
  await stop(1);
}
