import { DomainError } from "../domain/errors.ts";
import { logger } from "../platform/logger.ts";
import { worker } from "../platform/worker.ts";
import { pageOfDeadLetters, replay } from "../table/dead-letters.ts";
import { deadLetterSort } from "../table/keys.ts";
import { commit } from "../table/store/commit.ts";

/** What is put back before the next message: little enough that one invocation is far from its time-out. */
const lettersPerMessage = 50;

/** Puts the dead letters of a filter back into delivery, a page a message. Those that cannot be replayed stay. */
export const handler = worker<"replays">(async (body, { table, nowMs }) => {
  const { organizationId, filter, upTo, after } = body;
  const { rows, next } = await pageOfDeadLetters(
    table,
    organizationId,
    { webhookId: filter.webhookId ?? undefined, statuses: filter.statuses },
    { order: "asc", limit: lettersPerMessage, after },
  );
  const current = rows.filter((letter) => deadLetterSort(letter) <= upTo);
  let refused = 0;
  // One after the other: their transactions look at the same subscriptions, and would turn each other away.
  for (const letter of current) {
    try {
      await replay(table, letter, nowMs(), filter.statuses);
    } catch (error) {
      // One that others are changing just now is tried again with its message.
      if (!(error instanceof DomainError) || error.code === "rate_limited") throw error;
      refused += 1;
    }
  }
  logger.info("dead letters were put back", { organizationId, replayed: current.length - refused, refused });
  if (next === null || next > upTo) return;
  const rest = { ...body, after: next };
  await commit(table, [], {
    messages: [{ queue: "replays", body: rest, notBeforeMs: 0, group: organizationId }],
  });
});
