import { setTimeout as sleep } from "node:timers/promises";
import { preciseNowMs } from "./precise-now.ts";
import type { Subscriber } from "./subscribers.ts";

/** A stored event of the offered load. Times are epoch milliseconds. */
export interface OfferedEvent {
  eventId: string;
  subscriber: Subscriber;
  /** When the event was due to be stored. */
  dueMs: number;
  /** When the write returned. */
  storedMs: number;
}

/** Stores one event of a subscriber with its change, and returns the event's id. */
export type Store = (subscriber: Subscriber) => Promise<string>;

/**
 * Stores events at fixed times, without waiting for earlier ones. The time between two events is the number of the first
 * one's deliveries ÷ `rate` deliveries a second. Rejects when an event could not be stored.
 */
export async function offer(
  subscribers: readonly Subscriber[],
  { store, rate, seconds }: { store: Store; rate: number; seconds: number },
): Promise<OfferedEvent[]> {
  const stored: Promise<OfferedEvent>[] = [];
  const startedMs = preciseNowMs();
  let dueMs = startedMs;
  for (let number = 0; dueMs < startedMs + seconds * 1000; number += 1) {
    const subscriber = subscribers[number % subscribers.length];
    if (subscriber === undefined) throw new Error("there are no subscribers");
    const waitMs = dueMs - preciseNowMs();
    if (waitMs > 0) await sleep(waitMs);
    const storing = storeDue(dueMs, subscriber, store);
    // The promise is awaited below. Until then a failure must not be an unhandled rejection.
    storing.catch(() => undefined);
    stored.push(storing);
    dueMs += (subscriber.endpoints.length / rate) * 1000;
  }
  return Promise.all(stored);
}

async function storeDue(dueMs: number, subscriber: Subscriber, store: Store): Promise<OfferedEvent> {
  const eventId = await store(subscriber);
  return { eventId, subscriber, dueMs, storedMs: preciseNowMs() };
}
