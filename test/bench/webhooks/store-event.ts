import { ulid } from "ulid";
import { openDynamoDb } from "../../../functions/aws/dynamodb.ts";
import { openKms } from "../../../functions/aws/kms.ts";
import { openSqs } from "../../../functions/aws/sqs.ts";
import { queueVariable } from "../../../functions/contract/queues.ts";
import { openShortFanOut } from "../../../functions/delivery/short-fan-out.ts";
import { eventMessage } from "../../../functions/domain/event-message.ts";
import { deliveryQueues } from "../../../functions/domain/message.ts";
import { queueRun } from "../../../functions/domain/run.ts";
import { isoTime } from "../../../functions/domain/time.ts";
import { openDispatcher } from "../../../functions/platform/dispatcher.ts";
import { fanOutEffects } from "../../../functions/platform/fan-out-effects.ts";
import { idMaker } from "../../../functions/platform/ids.ts";
import { secretBox } from "../../../functions/platform/secret-box.ts";
import { openSender } from "../../../functions/platform/sender.ts";
import { senderWithShortcuts } from "../../../functions/platform/shortcuts.ts";
import { insertRun } from "../../../functions/table/runs.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { pascalCase } from "../../../lib/constructs/construct-id.ts";
import type { Store } from "./load.ts";
import type { ServiceProtocol } from "./service.ts";
import { eventType, type Subscriber } from "./subscribers.ts";

const nowMs = () => Date.now();
const newId = idMaker(nowMs);

interface Stores {
  /** Stores a run and its event in one transaction, and sends the messages of its deliveries. */
  storeEvent: Store;
  /** Stores a run without an event. */
  storeChange: (subscriber: Subscriber) => Promise<void>;
}

/** Opens the functions that store as the service's workers do. */
export function openStore(ready: ServiceProtocol["ready"]): Stores {
  const { dynamoDb, tableName, sqs, kms, keyId, accessKey, queues } = ready;
  const region = "eu-central-1";
  const credentials = { accessKeyId: "bench", secretAccessKey: "bench" };
  const sender = openSender(openSqs({ endpoint: sqs, region, credentials: accessKey }));
  const stored: Table = {
    client: openDynamoDb({ endpoint: dynamoDb, region, credentials }),
    name: tableName,
    newOutboxId: () => ulid(),
  };
  for (const name of ["events", ...deliveryQueues] as const) {
    const [, url] = Object.entries(queues).find(([id]) => id.startsWith(pascalCase(name))) ?? [];
    if (url === undefined) throw new Error(`the service has no queue ${name}`);
    process.env[queueVariable(name, "URL")] = url;
  }
  const secrets = secretBox(openKms({ endpoint: kms, region, credentials: accessKey }), keyId);
  const shortFanOut = openShortFanOut(fanOutEffects({ table: stored, nowMs }, secrets));
  const dispatcher = openDispatcher(stored, senderWithShortcuts(sender, shortFanOut, nowMs), nowMs);
  const table = { ...stored, dispatcher };
  return {
    storeEvent: ({ organizationId }) => storeEvent(table, organizationId),
    storeChange: ({ organizationId }) => insertRun(table, newRun(organizationId, nowMs()), []),
  };
}

const newRun = (organizationId: string, atMs: number) =>
  queueRun(
    {
      organizationId,
      runId: newId("run"),
      pipelineId: newId("pip"),
      brandId: newId("brd"),
      trigger: "schedule",
    },
    atMs,
  );

async function storeEvent(table: Table, organizationId: Subscriber["organizationId"]): Promise<string> {
  const atMs = nowMs();
  const run = newRun(organizationId, atMs);
  const { runId, pipelineId, brandId } = run;
  const eventId = newId("evt");
  const data = {
    runId,
    pipelineId,
    brandId,
    status: "succeeded" as const,
    outputs: [],
    error: null,
    finishedAt: isoTime(atMs),
  };
  await insertRun(table, run, [eventMessage(eventId, eventType, organizationId, data, atMs)]);
  return eventId;
}
