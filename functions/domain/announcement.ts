import { type EventData, type EventType, serviceEvent } from "./event.ts";
import type { OutgoingMessage } from "./message.ts";

/** The message that hands an event to every subscriber. */
export function announcement<Type extends EventType>(
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
