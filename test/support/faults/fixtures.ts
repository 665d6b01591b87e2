import { openKms } from "../../../functions/aws/kms.ts";
import { eventMessage } from "../../../functions/domain/event-message.ts";
import { openOrganization } from "../../../functions/domain/organization.ts";
import { queueRun, runMessage } from "../../../functions/domain/run.ts";
import { isoTime } from "../../../functions/domain/time.ts";
import { openWebhook, type Webhook } from "../../../functions/domain/webhook.ts";
import { idMaker } from "../../../functions/platform/ids.ts";
import { type SecretBox, secretBox } from "../../../functions/platform/secret-box.ts";
import { insertOrganization } from "../../../functions/table/organizations.ts";
import { insertRun } from "../../../functions/table/runs.ts";
import { insertWebhook } from "../../../functions/table/webhooks.ts";
import type { FaultyService } from "./faulty-service.ts";
import { receiverSecret } from "./receiver.ts";

/** The type of every event that these tests store. */
export const eventType = "pipeline.run.completed";

export async function newOrganization({ table, nowMs }: FaultyService): Promise<string> {
  const id = idMaker(nowMs)("org");
  await insertOrganization(table, openOrganization({ id, name: "Acme" }, nowMs()), {
    keys: [],
    cursorKey: "",
  });
  return id;
}

/** Subscribes a URL with the receiver's secret. `pace` is how fast the service believes the endpoint to respond. */
export async function subscribe(
  service: FaultyService,
  organizationId: string,
  url: string,
  pace: Webhook["pace"] = "quick",
): Promise<Webhook> {
  const { nowMs, table } = service;
  const id = idMaker(nowMs)("whk");
  const sealedSecret = await secretBoxOf(service).seal(receiverSecret, { organizationId, webhookId: id });
  const fields = { id, organizationId, url, events: [eventType], sealedSecret, description: null };
  const webhook = { ...openWebhook({ ...fields, events: [eventType] }, nowMs()), pace };
  await insertWebhook(table, webhook);
  return webhook;
}

function secretBoxOf({ ready }: FaultyService): SecretBox {
  const { endpoints, accessKey: credentials } = ready;
  return secretBox(openKms({ endpoint: endpoints.kms, region: "eu-central-1", credentials }), ready.keyId);
}

/** Stores a run and its event in one transaction, and returns the event's id. */
export async function storeEvent({ table, nowMs }: FaultyService, organizationId: string): Promise<string> {
  const newId = idMaker(nowMs);
  const ids = { runId: newId("run"), pipelineId: newId("pip"), brandId: newId("brd") };
  const run = queueRun({ ...ids, organizationId, trigger: "schedule" }, nowMs());
  const eventId = newId("evt");
  const data = {
    ...ids,
    status: "succeeded" as const,
    outputs: [],
    error: null,
    finishedAt: isoTime(nowMs()),
  };
  await insertRun(table, run, [eventMessage(eventId, eventType, organizationId, data, nowMs())]);
  return eventId;
}

/** Stores `count` events, ten at a time, and returns their ids. */
export async function storeEvents(
  service: FaultyService,
  organizationId: string,
  count: number,
): Promise<string[]> {
  const stored: string[] = [];
  while (stored.length < count) {
    const batch = Array.from({ length: Math.min(10, count - stored.length) });
    stored.push(...(await Promise.all(batch.map(() => storeEvent(service, organizationId)))));
  }
  return stored;
}

/** Stores a run of a pipeline that does not exist, and its message. Its worker fails it, and stores the event of that. */
export async function storeFailingRun(
  { table, nowMs }: FaultyService,
  organizationId: string,
): Promise<void> {
  const newId = idMaker(nowMs);
  const ids = { runId: newId("run"), pipelineId: newId("pip"), brandId: newId("brd") };
  const run = queueRun({ ...ids, organizationId, trigger: "schedule" }, nowMs());
  await insertRun(table, run, [runMessage(run)]);
}
