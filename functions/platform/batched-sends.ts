import DataLoader from "dataloader";
import { asError } from "../domain/errors.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import type { Sender } from "./sender.ts";

/**
 * Sends each message together with those that others of its batch send at the same moment. Rejects, for each message by
 * itself, when its queue did not take it.
 */
export function batchedSends(
  sender: Sender,
  nowMs: () => number,
): (message: OutgoingMessage) => Promise<void> {
  const sends = new DataLoader<OutgoingMessage, null>(
    async (messages) => {
      const failures = await sender.trySend(messages, nowMs());
      const errorOf = new Map(failures.map(({ message, error }) => [message, asError(error)]));
      return messages.map((message) => errorOf.get(message) ?? null);
    },
    { cache: false },
  );
  return async (message) => void (await sends.load(message));
}
