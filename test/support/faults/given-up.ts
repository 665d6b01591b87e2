import { signedBody } from "../../../functions/delivery/sign.ts";
import { type Delivery, ended, newDelivery } from "../../../functions/domain/delivery.ts";
import { serviceEvent } from "../../../functions/domain/event.ts";
import { isoTime } from "../../../functions/domain/time.ts";
import type { Webhook } from "../../../functions/domain/webhook.ts";
import { idMaker } from "../../../functions/platform/ids.ts";
import { recordDeadLetter } from "../../../functions/table/dead-letters.ts";
import { storeDelivery } from "../../../functions/table/deliveries.ts";
import { receiverSecret } from "./receiver.ts";
import type { FaultyService } from "./service.ts";
import { eventType } from "./subscriber.ts";

/** The error of attempts that were never made. */
export const madeUpError = "status 503, made up";

/** A delivery of which so many attempts have failed, as it is stored then; nothing is on its way for it. */
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
    error: madeUpError,
    response: "",
  }));
  return { ...newDelivery({ ...start, type: eventType }), attempts, nextAttempt: failures + 1 };
}

/** Stores a dead letter whose attempts are all used up. */
export async function storeExhausted(service: FaultyService, webhook: Webhook): Promise<Delivery> {
  const delivery = ended(failedDelivery(service, webhook, 6), "dead_lettered");
  await storeDelivery(service.table, delivery);
  await recordDeadLetter(service.table, delivery, service.nowMs());
  return delivery;
}
