import { type JsonObject, textAt } from "../json.ts";

/** Returns the group that a message's body names, or undefined. */
export type GroupOfBody = (body: string) => string | undefined;

/** A message that a poller has received from its queue. */
export interface Received {
  message: JsonObject;
  group: string;
  /** When it was received, on the service clock. */
  atMs: number;
}

/** The messages that a poller has received and not yet passed to the function. */
export interface FairShare {
  /** Returns how many messages wait here. */
  size(): number;
  add(messages: readonly JsonObject[], nowMs: number): void;
  /**
   * Removes and returns the next messages. They count as in flight until `ended` is called with them.
   * @param mayHoldBack whether messages of noisy groups may stay, because messages of other groups may follow
   */
  take(limit: number, options: { nowMs: number; mayHoldBack: boolean }): Received[];
  ended(messages: readonly Received[]): void;
}

/**
 * A group is noisy with so many messages in flight that are also more than this share of all messages in flight.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues-detailed.html
 */
const noisyMessages = 30;
const noisyShare = 0.1;

/**
 * Orders messages as a fair queue of SQS does: messages of noisy groups come when there are no others.
 * @param holdMs how long a message is held back at most: its visibility timeout runs in that time
 * @param groupOfBody finds the group of a message without the attribute MessageGroupId
 */
export function openFairShare(holdMs: number, groupOfBody: GroupOfBody = () => undefined): FairShare {
  const held: Received[] = [];
  const inFlight = new Map<string, number>();
  let allInFlight = 0;

  const countOf = (group: string) => inFlight.get(group) ?? 0;
  const isNoisy = (group: string) =>
    countOf(group) >= noisyMessages && countOf(group) > noisyShare * allInFlight;

  function count(group: string, difference: 1 | -1): void {
    const after = countOf(group) + difference;
    if (after === 0) inFlight.delete(group);
    else inFlight.set(group, after);
    allInFlight += difference;
  }

  function pick(limit: number, isWanted: (one: Received) => boolean): Received[] {
    const picked: Received[] = [];
    const left: Received[] = [];
    for (const one of held.splice(0)) {
      if (picked.length === limit || !isWanted(one)) {
        left.push(one);
        continue;
      }
      picked.push(one);
      count(one.group, 1);
    }
    held.push(...left);
    return picked;
  }

  function quietest(): string | undefined {
    const groups = [...new Set(held.map(({ group }) => group))];
    return groups.toSorted((one, other) => countOf(one) - countOf(other))[0];
  }

  return {
    size: () => held.length,
    add(messages, nowMs) {
      held.push(
        ...messages.map((message) => ({ message, group: groupOf(message, groupOfBody), atMs: nowMs })),
      );
    },
    take(limit, { nowMs, mayHoldBack }) {
      const first = pick(limit, ({ group, atMs }) => nowMs - atMs >= holdMs || !isNoisy(group));
      if (first.length > 0 || mayHoldBack) return first;
      const next = quietest();
      return pick(limit, ({ group }) => group === next);
    },
    ended(messages) {
      for (const { group } of messages) count(group, -1);
    },
  };
}

/** A message without a group is a group of its own. */
function groupOf(message: JsonObject, groupOfBody: GroupOfBody): string {
  const own = textAt(message, "MessageId") ?? "";
  const body = textAt(message, "Body") ?? "";
  return textAt(message, "Attributes", "MessageGroupId") ?? groupOfBody(body) ?? own;
}
