import type { DatabaseSync } from "node:sqlite";
import { type Assembly, describeResource, type Resource } from "./assembly.ts";
import type { ServiceClock } from "./clock.ts";
import type { DiskWatch } from "./disk-space.ts";
import type { WriteWatch } from "./dynamodb/write-watch.ts";
import type { GroupOfBody } from "./event-sources/fair-share.ts";
import { type Mapping, readMapping } from "./event-sources/mapping.ts";
import { type Poller, pollQueue } from "./event-sources/queue-poller.ts";
import { pollStream } from "./event-sources/stream-poller.ts";
import type { LambdaHost } from "./lambda/host.ts";
import type { CallSqs } from "./sqs/direct-calls.ts";

export type { Poller } from "./event-sources/queue-poller.ts";

/** The parts of the runtime that pollers use. */
export interface EventSourceParts {
  assembly: Assembly;
  host: LambdaHost;
  clock: ServiceClock;
  database: DatabaseSync;
  disk: DiskWatch;
  callSqs: CallSqs;
  dynamoDbEndpoint: string;
  /** Opens a watch that notices the next write of the database engine. */
  watchForWrite: (() => WriteWatch | undefined) | undefined;
  /** The engine's own stream ARN, by table name. */
  streamArns: ReadonlyMap<string, string>;
  sendToQueue: (queueArn: string, body: string) => Promise<void>;
  groupOfBody: GroupOfBody | undefined;
  log: (line: string) => void;
}

/** Starts a poller for every event source mapping of the template. Throws, and starts none, when one cannot run. */
export function startEventSources(parts: EventSourceParts): Poller[] {
  const starts = parts.assembly.ofType("AWS::Lambda::EventSourceMapping").flatMap((resource) => {
    const mapping = readMapping(resource);
    return mapping === undefined ? [] : [preparePoller(mapping, resource, parts)];
  });
  return starts.map((start) => start());
}

function preparePoller(mapping: Mapping, resource: Resource, parts: EventSourceParts): () => Poller {
  const { assembly, host, clock, database, disk, log } = parts;
  const queue = assembly
    .ofType("AWS::SQS::Queue")
    .find(({ attributes }) => attributes["Arn"] === mapping.sourceArn);
  if (queue !== undefined)
    return () => {
      const { groupOfBody, callSqs } = parts;
      return pollQueue({ mapping, queue, callSqs, host, clock, groupOfBody, log });
    };

  const table = assembly
    .ofType("AWS::DynamoDB::Table")
    .find(({ attributes }) => attributes["StreamArn"] === mapping.sourceArn);
  const streamArn = table === undefined ? undefined : parts.streamArns.get(table.ref);
  if (streamArn === undefined)
    throw new Error(
      `${describeResource(resource)}: EventSourceArn ${mapping.sourceArn} is neither a queue nor a table's stream of this template`,
    );
  const target = assembly
    .ofType("AWS::Lambda::Function")
    .find(({ ref, attributes }) => [ref, attributes["Arn"]].includes(mapping.functionName));
  const functionArn = target?.attributes["Arn"] ?? mapping.functionName;
  const { sendToQueue, dynamoDbEndpoint: endpoint, watchForWrite } = parts;
  return () =>
    pollStream({
      mapping,
      streamArn,
      functionArn,
      endpoint,
      watchForWrite,
      database,
      disk,
      host,
      clock,
      sendToQueue,
      log,
    });
}
