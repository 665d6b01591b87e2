import DataLoader from "dataloader";
import { asError } from "../domain/errors.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import type { Sender } from "./sender.ts";

/**
 * Sends each message in one call together with those that other messages of the batch send at the same time. Rejects for
 * each message whose send failed.
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
