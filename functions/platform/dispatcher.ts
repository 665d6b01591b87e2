import type { OutgoingMessage } from "../domain/message.ts";
import { secondMs } from "../domain/time.ts";
import { deleteItems } from "../table/store/delete-items.ts";
import type { Dispatcher, Table } from "../table/store/table.ts";
import { sendsTo } from "./environment.ts";
import { logger } from "./logger.ts";
import type { Sender } from "./sender.ts";
import { withinMs } from "./time-limit.ts";

/** A commit waits for the queues no longer than this. Usually they take a few milliseconds. */
const sendMsMax = 500;
/** After a failure the relay sends all messages for so long: no commit waits for a queue that fails. */
const pauseMs = 10 * secondMs;

/**
 * Opens a dispatcher for messages that are due now, to the queues whose URLs are in the function's environment. Retries have
 * time: the relay sends them in larger batches.
 */
export function openDispatcher(table: Table, sender: Sender, nowMs: () => number): Dispatcher {
  let pausedUntilMs = 0;

  return {
    accepts(messages) {
      const now = nowMs();
      const isAccepted = ({ queue, notBeforeMs }: OutgoingMessage) => notBeforeMs <= now && sendsTo(queue);
      return messages.length > 0 && now >= pausedUntilMs && messages.every(isAccepted);
    },
    async dispatch(messages, items) {
      try {
        await withinMs(sendMsMax, sender.send(messages, nowMs()));
        await deleteItems(table, items);
      } catch (error) {
        pausedUntilMs = nowMs() + pauseMs;
        logger.warn("the relay sends messages in place of this function for a while", { error });
      }
    },
  };
}
