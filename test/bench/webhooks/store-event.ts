import { ulid } from "ulid";
import { openDynamoDb } from "../../../functions/aws/dynamodb.ts";
import { openSqs } from "../../../functions/aws/sqs.ts";
import { queueVariable } from "../../../functions/contract/queues.ts";
import { eventMessage } from "../../../functions/domain/event-message.ts";
import { queueRun } from "../../../functions/domain/run.ts";
import { isoTime } from "../../../functions/domain/time.ts";
import { openDispatcher } from "../../../functions/platform/dispatcher.ts";
import { idMaker } from "../../../functions/platform/ids.ts";
import { openSender } from "../../../functions/platform/sender.ts";
import { insertRun } from "../../../functions/table/runs.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import type { Store } from "./load.ts";
import type { ServiceProtocol } from "./service.ts";
import { eventType, type Subscriber } from "./subscribers.ts";

const newId = idMaker(() => Date.now());

/**
 * Opens a function that stores a run and its event in one transaction, and sends the event to its queue, as the service's
 * workers do.
 */
export function openStore({ dynamoDb, tableName, sqs, accessKey, queues }: ServiceProtocol["ready"]): Store {
  const region = "eu-central-1";
  const credentials = { accessKeyId: "bench", secretAccessKey: "bench" };
  const sender = openSender(openSqs({ endpoint: sqs, region, credentials: accessKey }));
  const stored: Table = {
    client: openDynamoDb({ endpoint: dynamoDb, region, credentials }),
    name: tableName,
    newOutboxId: () => ulid(),
  };
  const [, eventsUrl] = Object.entries(queues).find(([name]) => name.startsWith("Events")) ?? [];
  if (eventsUrl === undefined) throw new Error("the service has no queue of events");
  process.env[queueVariable("events", "URL")] = eventsUrl;
  const dispatcher = openDispatcher(stored, sender, () => Date.now());
  const table = { ...stored, dispatcher };
  return ({ organizationId }) => storeEvent(table, organizationId);
}

async function storeEvent(table: Table, organizationId: Subscriber["organizationId"]): Promise<string> {
  const nowMs = Date.now();
  const ids = { runId: newId("run"), pipelineId: newId("pip"), brandId: newId("brd") };
  const run = queueRun({ ...ids, organizationId, trigger: "schedule" }, nowMs);
  const eventId = newId("evt");
  const data = { ...ids, status: "succeeded" as const, outputs: [], error: null, finishedAt: isoTime(nowMs) };
  await insertRun(table, run, [eventMessage(eventId, eventType, organizationId, data, nowMs)]);
  return eventId;
}
