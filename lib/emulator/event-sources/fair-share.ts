import { type JsonObject, textAt } from "../json.ts";

/** The group that a message's body names; undefined when it names none. */
export type GroupOfBody = (body: string) => string | undefined;

/** A message that its poller has taken from the queue. */
export interface Received {
  message: JsonObject;
  group: string;
  /** When, on the service clock. */
  atMs: number;
}

/** Messages that a poller has received and hands on by turns, so that no group holds up the others. */
export interface FairShare {
  /** How many are held. */
  size(): number;
  add(messages: readonly JsonObject[], nowMs: number): void;
  /**
   * The next messages to hand on, which count as in flight until they have `ended`.
   * @param mayHoldBack whether those of noisy groups may be left, for there may be others behind them
   */
  take(limit: number, options: { nowMs: number; mayHoldBack: boolean }): Received[];
  ended(messages: readonly Received[]): void;
}

/**
 * What makes a group noisy: so many of its own messages in flight, and more than this share of all.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues-detailed.html
 */
const noisyMessages = 30;
const noisyShare = 0.1;

/**
 * Hands on messages as a fair queue of SQS does: those of noisy groups when no others are there.
 * @param holdMs for how long a message is held back at most: its visibility timeout runs meanwhile
 * @param groupOfBody where else to find the group: fauxqs forgets the MessageGroupId of a standard queue's message
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
