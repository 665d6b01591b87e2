import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { ulid } from "ulid";
import { eventMessage } from "../../../functions/domain/event-message.ts";
import { queueRun } from "../../../functions/domain/run.ts";
import { isoTime } from "../../../functions/domain/time.ts";
import { idMaker } from "../../../functions/platform/ids.ts";
import { insertRun } from "../../../functions/table/runs.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import type { Store } from "./load.ts";
import { eventType, type Subscriber } from "./subscribers.ts";

const newId = idMaker(() => Date.now());

/** Opens a function that stores a run and its event in one transaction, as the service's workers do. */
export function openStore(endpoint: string, tableName: string): { store: Store; close: () => void } {
  const credentials = { accessKeyId: "bench", secretAccessKey: "bench" };
  const client = new DynamoDBClient({ endpoint, region: "eu-central-1", credentials });
  const table: Table = {
    client: DynamoDBDocumentClient.from(client),
    name: tableName,
    newOutboxId: () => ulid(),
  };
  return {
    store: ({ organizationId }) => storeEvent(table, organizationId),
    close: () => client.destroy(),
  };
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
