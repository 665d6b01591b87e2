import { SchedulerClient } from "@aws-sdk/client-scheduler";
import type { OutboxItem } from "../table/store/outbox.ts";
import type { Table } from "../table/store/table.ts";
import { openSchedules } from "./schedules.ts";
import { isDueSoon, openSender, type Sender } from "./sender.ts";

export interface Relay {
  /**
   * Dispatches the messages of outbox items: to their queues, or to schedules if they are due in more than 15 minutes.
   * Never rejects.
   * @returns the items that could not be dispatched completely, each with what remains of it
   */
  dispatch(
    items: readonly OutboxItem[],
    nowMs: number,
  ): Promise<{ failed: Map<OutboxItem, OutboxItem>; errors: unknown[] }>;
}

/** Opens a relay for one invocation of a function: it remembers whether Scheduler rejects calls. */
export function openRelay(
  table: Table,
  sender: Sender = openSender(),
  scheduler = new SchedulerClient({}),
): Relay {
  const schedules = openSchedules(table, scheduler);
  return {
    async dispatch(items, nowMs) {
      const messages = items.flatMap((item) => item.messages);
      const later = messages.filter((message) => !isDueSoon(message, nowMs));
      // A schedule that is due soon fires and is gone soon. Its message is stale, like one that is in a queue.
      const withdrawn = items
        .flatMap((item) => item.withdrawn)
        .filter((message) => !isDueSoon(message, nowMs));
      const failures = await Promise.all([
        sender.trySend(
          messages.filter((message) => isDueSoon(message, nowMs)),
          nowMs,
        ),
        schedules.settle(later, withdrawn),
      ]);
      const errorOf = new Map(failures.flat().map(({ message, error }) => [message, error]));
      const failed = new Map<OutboxItem, OutboxItem>();
      for (const item of items) {
        const remaining = {
          ...item,
          messages: item.messages.filter((message) => errorOf.has(message)),
          withdrawn: item.withdrawn.filter((message) => errorOf.has(message)),
        };
        if (remaining.messages.length + remaining.withdrawn.length > 0) failed.set(item, remaining);
      }
      return { failed, errors: [...errorOf.values()] };
    },
  };
}
