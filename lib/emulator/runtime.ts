import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type AccessKey, newAccessKey } from "./access-key.ts";
import { type Assembly, loadAssembly } from "./assembly.ts";
import { type AwsEndpoint, serveAws } from "./aws-endpoint.ts";
import { type ServiceClock, startClock } from "./clock.ts";
import { watchDisk } from "./disk-space.ts";
import { ensureTable, streamArnOf } from "./dynamodb/tables.ts";
import { startTimeToLive } from "./dynamodb/time-to-live.ts";
import { type DynamoDb, isUrl, startDynamoDb } from "./dynamodb.ts";
import type { GroupOfBody } from "./event-sources/fair-share.ts";
import { startEventSources } from "./event-sources.ts";
import { freePort } from "./free-port.ts";
import type { Json } from "./json.ts";
import { openKms } from "./kms.ts";
import type { Endpoints } from "./lambda/environment.ts";
import { openFunctionLog } from "./lambda/function-log.ts";
import { type InvocationResult, type LambdaHost, startLambdaHost } from "./lambda/host.ts";
import { openScheduler, type Scheduler } from "./scheduler.ts";
import { openSecrets } from "./secrets.ts";
import { startSqs } from "./sqs.ts";
import { openState } from "./state.ts";

/** A running template. */
export interface Runtime {
  assembly: Assembly;
  clock: ServiceClock;
  /** The URLs of the emulated AWS services, all on 127.0.0.1. */
  endpoints: Endpoints;
  /** The services accept only requests that are signed with it. Each start has a new one. */
  accessKey: AccessKey;
  /** Invokes a function by name (its `Ref`) or ARN. Rejects only for an unknown function. */
  invoke(nameOrArn: string, event: Json): Promise<InvocationResult>;
  /** Ends everything within 3 s; running invocations have up to 2 s to end. Unfinished work continues at the next start. */
  stop(): Promise<void>;
}

export interface RuntimeOptions {
  /** A synthesized `cdk.out`. */
  assemblyDirectory: string;
  /** The folder of everything that survives the process. */
  stateDirectory: string;
  /** How many seconds of the service clock pass in a real second. @default 1 */
  speed?: number;
  /** `dynoxide`, `dynamodb-local` or the URL of a running engine. @default "dynoxide" */
  database?: string;
  /** The distribution's domain name, such as `localhost:8443`. */
  publicHost: string;
  /** A PEM file of a CA that functions trust in addition. */
  extraCaFile?: string;
  /** The folder where threads cache compiled code. @default `compile-cache` in the state folder */
  compileCacheDirectory?: string;
  /** Environment variables that every function gets in addition to those of the template. @default none */
  variables?: Readonly<Record<string, string>>;
  /** How many threads of all functions together stay warm. Each takes about 20 MiB. @default 28 */
  warmThreadsMax?: number;
  /**
   * Finds a message's group in its body, for fair queues: the emulated SQS does not store the MessageGroupId of a standard
   * queue's message. @default every message is a group of its own
   */
  groupOfBody?: GroupOfBody;
  /**
   * Starts a proxy between functions and services. Returns the endpoints that functions get. Calls are signed with the access
   * key, and their signature covers host and body. @default no proxy
   */
  between?: (engines: Endpoints, accessKey: AccessKey) => Promise<Endpoints>;
  /** Gets a line for each problem that a person should know of. */
  log: (line: string) => void;
}

const graceMs = 2000;

/** Runs a synthesized template. If it cannot, it ends everything that it has started and rejects with an Error of one line. */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { stateDirectory, compileCacheDirectory = join(stateDirectory, "compile-cache"), log } = options;
  const endings: (() => unknown)[] = [];
  const stop = async () => {
    for (const end of endings.splice(0).toReversed()) await end();
  };
  try {
    // Functions run in UTC, as on Lambda. All threads of a process have the same time zone.
    process.env["TZ"] = "UTC";
    const state = openState(stateDirectory);
    endings.push(() => state.close());
    const disk = watchDisk(stateDirectory, log);
    endings.push(() => disk.stop());
    const clock = startClock(state.database, options.speed ?? 1, (error) => {
      if (!disk.isFull(error)) log(`The clock's time is not stored: ${String(error)}`);
    });
    endings.push(() => clock.stop());
    const accessKey = newAccessKey();
    const sqsPort = await freePort();
    const assembly = loadAssembly(options.assemblyDirectory, {
      publicHost: options.publicHost,
      queueUrlBase: `http://127.0.0.1:${sqsPort}`,
      secretValue: openSecrets(state.database),
    });
    const functionLog = openFunctionLog(stateDirectory, () => clock.now(), log, { disk });
    endings.push(() => functionLog.close());

    const queues = assembly.ofType("AWS::SQS::Queue");
    const database = options.database ?? "dynoxide";
    const [dynamoDb, sqs] = await bothOrNeither(
      startDatabase(database, stateDirectory, assembly, log),
      startSqs({
        port: sqsPort,
        accessKey,
        stateDirectory,
        compileCacheDirectory,
        anchor: clock.anchor,
        queues,
        log,
      }),
    );
    endings.push(() => Promise.all([dynamoDb.stop(), sqs.stop()]));
    if (!isUrl(database)) {
      const tables = assembly.ofType("AWS::DynamoDB::Table");
      const timeToLive = startTimeToLive({ endpoint: dynamoDb.endpoint, tables, clock, log });
      endings.push(() => timeToLive.stop());
    }

    const sendToQueue = async (queueArn: string, body: string) => {
      const queue = queues.find(({ attributes }) => attributes["Arn"] === queueArn);
      if (queue === undefined) throw new Error(`The template has no queue ${queueArn}`);
      await sqs.call("SendMessage", { QueueUrl: queue.ref, MessageBody: body });
    };
    let host: LambdaHost | undefined;
    const scheduler = openScheduler({
      database: state.database,
      clock,
      groups: assembly.ofType("AWS::Scheduler::ScheduleGroup").map(({ ref }) => ref),
      templates: assembly.ofType("AWS::Scheduler::Schedule"),
      knowsTarget: (arn) => /:(sqs|lambda):/.test(arn) && assembly.byArn(arn) !== undefined,
      fire: async (arn, input) => {
        if (!arn.includes(":lambda:")) return sendToQueue(arn, input);
        const result = await host?.invoke(arn, JSON.parse(input));
        if (result?.ok !== true) throw new Error(result?.error.errorMessage ?? "not started");
        return undefined;
      },
      log,
    });
    const keys = assembly.ofType("AWS::KMS::Key");
    const kms = openKms(state, keys, assembly.ofType("AWS::KMS::Alias"));
    const aws = await serveAws({ scheduler, kms, lambda: () => host }, accessKey);
    endings.push(() => aws.stop());
    const endpoints = endpointsOf(dynamoDb, sqs.endpoint, aws);
    const functionEndpoints = (await options.between?.(endpoints, accessKey)) ?? endpoints;
    host = startLambdaHost({
      functions: assembly.functions,
      endpoints: functionEndpoints,
      accessKey,
      queueUrlBase: sqs.endpoint,
      variables: options.variables ?? {},
      anchor: clock.anchor,
      extraCa: readCa(options.extraCaFile),
      compileCacheDirectory,
      warmThreadsMax: options.warmThreadsMax,
      functionLog,
      onProblem: log,
    });
    const running = host;
    const pollers = startEventSources({
      assembly,
      host: running,
      clock,
      database: state.database,
      disk,
      callSqs: sqs.call,
      dynamoDbEndpoint: dynamoDb.endpoint,
      watchForWrite: dynamoDb.watchForWrite,
      streamArns: dynamoDb.streamArns,
      sendToQueue,
      groupOfBody: options.groupOfBody,
      log,
    });
    scheduler.start();
    endings.push(() => quiet(pollers, scheduler, running));
    return {
      assembly,
      clock,
      endpoints,
      accessKey,
      invoke: (nameOrArn, event) => running.invoke(nameOrArn, event),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts nothing new, waits a while for what runs, then ends it. */
async function quiet(pollers: readonly { stop(): Promise<void> }[], scheduler: Scheduler, host: LambdaHost) {
  const stopped = Promise.all([scheduler.stop(), ...pollers.map((poller) => poller.stop())]);
  await host.stop(graceMs);
  // After an invocation, its poller still deletes the message or stores the position.
  await Promise.race([stopped, sleep(graceMs / 4, undefined, { ref: false })]);
}

interface Database extends DynamoDb {
  streamArns: ReadonlyMap<string, string>;
}

/** Starts an engine with the template's tables. */
async function startDatabase(
  database: string,
  stateDirectory: string,
  assembly: Assembly,
  log: (line: string) => void,
): Promise<Database> {
  const engine = await startDynamoDb(database, stateDirectory, log);
  try {
    const streamArns = new Map<string, string>();
    for (const table of assembly.ofType("AWS::DynamoDB::Table")) {
      await ensureTable(engine.endpoint, table);
      if (table.properties["StreamSpecification"] !== undefined)
        streamArns.set(table.ref, await streamArnOf(engine.endpoint, table));
    }
    return { ...engine, streamArns };
  } catch (error) {
    await engine.stop();
    throw error;
  }
}

async function bothOrNeither<A extends { stop(): Promise<void> }, B extends { stop(): Promise<void> }>(
  first: Promise<A>,
  second: Promise<B>,
): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled([first, second]);
  if (a.status === "fulfilled" && b.status === "fulfilled") return [a.value, b.value];
  if (a.status === "fulfilled") await a.value.stop();
  if (b.status === "fulfilled") await b.value.stop();
  throw a.status === "rejected" ? a.reason : b.status === "rejected" ? b.reason : new Error("unreachable");
}

function endpointsOf(dynamoDb: DynamoDb, sqs: string, aws: AwsEndpoint): Endpoints {
  return {
    dynamodb: dynamoDb.endpoint,
    sqs,
    scheduler: aws.endpoint,
    kms: aws.endpoint,
    lambda: aws.endpoint,
  };
}

function readCa(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  if (!existsSync(file)) throw new Error(`The CA file ${file} does not exist`);
  return readFileSync(file, "utf8");
}
