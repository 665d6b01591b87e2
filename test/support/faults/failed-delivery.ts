import { signedBody } from "../../../functions/delivery/sign.ts";
import { type Delivery, ended, newDelivery } from "../../../functions/domain/delivery.ts";
import { serviceEvent } from "../../../functions/domain/event.ts";
import { isoTime } from "../../../functions/domain/time.ts";
import type { Webhook } from "../../../functions/domain/webhook.ts";
import { idMaker } from "../../../functions/platform/ids.ts";
import { recordDeadLetter } from "../../../functions/table/dead-letter-records.ts";
import { storeDelivery } from "../../../functions/table/deliveries.ts";
import type { FaultyService } from "./faulty-service.ts";
import { eventType } from "./fixtures.ts";
import { receiverSecret } from "./receiver.ts";

/** The error of attempts that a test stored without making them. */
export const inventedError = "status 503, invented";

/** Returns a delivery with this number of failed attempts, as the service would store it. No message exists for it. */
export function failedDelivery({ nowMs }: FaultyService, webhook: Webhook, failures: number): Delivery {
  const newId = idMaker(nowMs);
  const { organizationId, id: webhookId, url } = webhook;
  const eventId = newId("evt");
  const ids = { runId: newId("run"), pipelineId: newId("pip"), brandId: newId("brd") };
  const data = {
    ...ids,
    status: "succeeded" as const,
    outputs: [],
    error: null,
    finishedAt: isoTime(nowMs()),
  };
  const event = serviceEvent(eventId, eventType, organizationId, data, nowMs());
  const body = signedBody({ ...event, data: { ...event.data } }, receiverSecret);
  const createdAt = isoTime(nowMs());
  const start = {
    id: newId("dlv"),
    organizationId,
    webhookId,
    url,
    eventId,
    type: eventType,
    body,
    createdAt,
  };
  const attempts = Array.from({ length: failures }, (_, index) => ({
    number: index + 1,
    at: createdAt,
    statusCode: 503,
    latencyMs: 1,
    error: inventedError,
    response: "",
  }));
  return { ...newDelivery({ ...start, type: eventType }), attempts, nextAttempt: failures + 1 };
}

/** Stores an exhausted delivery and its dead letter. */
export async function storeExhausted(service: FaultyService, webhook: Webhook): Promise<Delivery> {
  const delivery = ended(failedDelivery(service, webhook, 6), "dead_lettered");
  await storeDelivery(service.table, delivery, Date.now());
  await recordDeadLetter(service.table, delivery, service.nowMs());
  return delivery;
}
