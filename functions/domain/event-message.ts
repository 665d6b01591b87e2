import { type EventData, type EventType, serviceEvent } from "./event.ts";
import type { OutgoingMessage } from "./message.ts";
import { isoTime } from "./time.ts";

/** The message that sends a test event to one subscription, for whatever event types it is. */
export function testEventMessage(
  eventId: string,
  organizationId: string,
  webhookId: string,
  nowMs: number,
): OutgoingMessage {
  const event = serviceEvent(
    eventId,
    "webhook.test",
    organizationId,
    { webhookId, sentAt: isoTime(nowMs) },
    nowMs,
  );
  return {
    queue: "events",
    body: { kind: "event.fan-out", organizationId, event, webhookId },
    notBeforeMs: 0,
    group: organizationId,
  };
}

/** The message that sends an event to every subscription of its type. */
export function eventMessage<Type extends EventType>(
  eventId: string,
  type: Type,
  organizationId: string,
  data: EventData[Type],
  nowMs: number,
): OutgoingMessage {
  return {
    queue: "events",
    body: {
      kind: "event.fan-out",
      organizationId,
      event: serviceEvent(eventId, type, organizationId, data, nowMs),
    },
    notBeforeMs: 0,
    group: organizationId,
  };
}
