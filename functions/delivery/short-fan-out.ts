import type { OutgoingMessage } from "../domain/message.ts";
import { minuteMs } from "../domain/time.ts";
import { type FanOut, type FanOutEffects, openFanOut } from "./fan-out.ts";

interface ShortFanOutEffects extends FanOutEffects {
  /** The present in epoch milliseconds. */
  nowMs: () => number;
  /** Whether one call of a queue takes all of these messages. */
  fitsOneCall: (messages: readonly OutgoingMessage[]) => boolean;
}

type EventMessage = Extract<OutgoingMessage, { queue: "events" }>;

/** The most messages that one call of SQS takes. */
const recipientsMax = 10;
/** An event with many subscriptions is left to the worker of its queue for this time, so that they are not read twice. */
const manyForMs = minuteMs;
const manyCountMax = 1_000;

/**
 * Makes the shortcut of events with few subscriptions. For such an event it returns the messages that begin its deliveries, to
 * be sent in place of the event. It returns null for every message that must go to its own queue.
 */
export function openShortFanOut(
  effects: ShortFanOutEffects,
  fanOut: FanOut = openFanOut(effects),
): (message: OutgoingMessage) => Promise<OutgoingMessage[] | null> {
  const { nowMs, fitsOneCall } = effects;
  /** Until when the events of an organization and a type count as events with many subscriptions. */
  const manyUntilMs = new Map<string, number>();

  return async (message) => {
    if (!isFirst(message)) return null;
    const { organizationId, event } = message.body;
    const name = `${organizationId} ${event.type}`;
    if ((manyUntilMs.get(name) ?? 0) > nowMs()) return null;
    const webhooks = await fanOut.recipientsOf(message.body);
    if (webhooks.length > recipientsMax) {
      if (manyUntilMs.size >= manyCountMax) manyUntilMs.clear();
      manyUntilMs.set(name, nowMs() + manyForMs);
      return null;
    }
    const deliveries = await Promise.all(webhooks.map((webhook) => fanOut.messageTo(webhook, event)));
    return fitsOneCall(deliveries) ? deliveries : null;
  };
}

/** Whether this is an event that nobody has fanned out before. The replay of a dead letter needs its worker, which resolves it. */
function isFirst(message: OutgoingMessage): message is EventMessage {
  return message.queue === "events" && message.notBeforeMs === 0 && message.body.replayOf === undefined;
}
