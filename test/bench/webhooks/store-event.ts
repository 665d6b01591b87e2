import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { KMSClient } from "@aws-sdk/client-kms";
import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { ulid } from "ulid";
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

/**
 * Opens a function that stores a run and its event in one transaction, and sends the messages of its deliveries, as the
 * service's workers do.
 */
export function openStore(ready: ServiceProtocol["ready"]): { store: Store; close: () => void } {
  const { dynamoDb, tableName, sqs, kms, keyId, accessKey, queues } = ready;
  const region = "eu-central-1";
  const credentials = { accessKeyId: "bench", secretAccessKey: "bench" };
  const client = new DynamoDBClient({ endpoint: dynamoDb, region, credentials });
  const sqsClient = new SQSClient({ endpoint: sqs, region, credentials: accessKey });
  const stored: Table = {
    client: DynamoDBDocumentClient.from(client),
    name: tableName,
    newOutboxId: () => ulid(),
  };
  for (const name of ["events", ...deliveryQueues] as const) {
    const [, url] = Object.entries(queues).find(([id]) => id.startsWith(pascalCase(name))) ?? [];
    if (url === undefined) throw new Error(`the service has no queue ${name}`);
    process.env[queueVariable(name, "URL")] = url;
  }
  const kmsClient = new KMSClient({ endpoint: kms, region, credentials: accessKey });
  const effects = fanOutEffects({ table: stored, nowMs }, secretBox(kmsClient, keyId));
  const sender = senderWithShortcuts(openSender(sqsClient), openShortFanOut(effects), nowMs);
  const dispatcher = openDispatcher(stored, sender, nowMs);
  const table = { ...stored, dispatcher };
  return {
    store: ({ organizationId }) => storeEvent(table, organizationId),
    close: () => {
      client.destroy();
      sqsClient.destroy();
      kmsClient.destroy();
    },
  };
}

async function storeEvent(table: Table, organizationId: Subscriber["organizationId"]): Promise<string> {
  const atMs = nowMs();
  const ids = { runId: newId("run"), pipelineId: newId("pip"), brandId: newId("brd") };
  const run = queueRun({ ...ids, organizationId, trigger: "schedule" }, atMs);
  const eventId = newId("evt");
  const data = { ...ids, status: "succeeded" as const, outputs: [], error: null, finishedAt: isoTime(atMs) };
  await insertRun(table, run, [eventMessage(eventId, eventType, organizationId, data, atMs)]);
  return eventId;
}
