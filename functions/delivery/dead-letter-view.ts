import type { DeadLetterRecord } from "../table/dead-letters.ts";

/** What a client sees of a dead letter: every attempt, and the payload as it was or would have been sent. */
export function deadLetterView({ deadLetter, delivery }: DeadLetterRecord) {
  const { message, ...visible } = deadLetter;
  const payload: unknown = delivery === null ? (message?.body.event ?? null) : JSON.parse(delivery.body);
  return { ...visible, attempts: delivery?.attempts ?? [], payload };
}
