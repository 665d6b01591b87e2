import { setTimeout as sleep } from "node:timers/promises";
import { momentMs } from "./precise-now.ts";
import type { Subscriber } from "./subscribers.ts";

/** An event as it was offered. Times are epoch milliseconds. */
export interface OfferedEvent {
  eventId: string;
  subscriber: Subscriber;
  /** When it should have been stored. */
  dueMs: number;
  /** When storing it had returned. */
  storedMs: number;
}

/** Stores one event of a subscriber with its change, and answers with the event's id. */
export type Store = (subscriber: Subscriber) => Promise<string>;

/**
 * Stores events at fixed times, whether earlier ones are stored or not: each is due so long after the one before as
 * that one's deliveries take at `rate` deliveries a second. Rejects when one could not be stored.
 */
export async function offer(
  subscribers: readonly Subscriber[],
  { store, rate, seconds }: { store: Store; rate: number; seconds: number },
): Promise<OfferedEvent[]> {
  const stored: Promise<OfferedEvent>[] = [];
  const startedMs = momentMs();
  let dueMs = startedMs;
  for (let number = 0; dueMs < startedMs + seconds * 1000; number += 1) {
    const subscriber = subscribers[number % subscribers.length];
    if (subscriber === undefined) throw new Error("nobody has subscribed");
    const waitMs = dueMs - momentMs();
    if (waitMs > 0) await sleep(waitMs);
    const storing = storeDue(dueMs, subscriber, store);
    // It is awaited below; until then a failure is nobody's unhandled rejection.
    storing.catch(() => undefined);
    stored.push(storing);
    dueMs += (subscriber.endpoints.length / rate) * 1000;
  }
  return Promise.all(stored);
}

async function storeDue(dueMs: number, subscriber: Subscriber, store: Store): Promise<OfferedEvent> {
  const eventId = await store(subscriber);
  return { eventId, subscriber, dueMs, storedMs: momentMs() };
}
