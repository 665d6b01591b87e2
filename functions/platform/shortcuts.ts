import type { OutgoingMessage } from "../domain/message.ts";
import { secondMs } from "../domain/time.ts";
import { logger } from "./logger.ts";
import type { Sender, SendFailure } from "./sender.ts";
import { withinMs } from "./time-limit.ts";

/** Finds the messages that can be sent in place of a message; null if the message itself must be sent. */
export type Shortcut = (message: OutgoingMessage) => Promise<readonly OutgoingMessage[] | null>;

/** The table and KMS usually respond within a few milliseconds. A sender waits no longer than this. */
const shortcutMsMax = 250;
/** After a shortcut took too long, messages are sent as they are for this time, so that senders do not wait again. */
const pauseMs = 10 * secondMs;

/**
 * Makes a sender that sends other messages in place of those that have a shortcut. A message whose shortcut fails or takes
 * too long is sent as it is. A message counts as not sent if one of those in its place is not sent.
 */
export function senderWithShortcuts(sender: Sender, shortcut: Shortcut, nowMs: () => number): Sender {
  let pausedUntilMs = 0;

  /** The messages to send in place of each message. */
  async function replacementsOf(
    messages: readonly OutgoingMessage[],
  ): Promise<Map<OutgoingMessage, readonly OutgoingMessage[]>> {
    const replacements = new Map<OutgoingMessage, readonly OutgoingMessage[]>(
      messages.map((message) => [message, [message]]),
    );
    if (nowMs() < pausedUntilMs) return replacements;
    const found = messages.map(async (message) => {
      try {
        replacements.set(message, (await shortcut(message)) ?? [message]);
      } catch (error) {
        logger.info("a message is sent to its own queue, because its shortcut failed", { error });
      }
    });
    try {
      await withinMs(shortcutMsMax, Promise.all(found));
    } catch (error) {
      pausedUntilMs = nowMs() + pauseMs;
      logger.warn("messages are sent to their own queues for a while", { error });
    }
    // A copy: what is found too late must not be sent too.
    return new Map(replacements);
  }

  async function trySend(messages: readonly OutgoingMessage[], atMs: number): Promise<SendFailure[]> {
    const replacements = await replacementsOf(messages);
    const failures = await sender.trySend([...replacements.values()].flat(), atMs);
    const errorOf = new Map(failures.map(({ message, error }) => [message, error]));
    return messages.flatMap((message) => {
      const failed = replacements.get(message)?.find((one) => errorOf.has(one));
      return failed === undefined ? [] : [{ message, error: errorOf.get(failed) }];
    });
  }

  return {
    ...sender,
    trySend,
    async send(messages, atMs) {
      const [first] = await trySend(messages, atMs);
      if (first !== undefined) throw first.error;
    },
  };
}
