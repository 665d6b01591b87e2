import { DomainError } from "../domain/errors.ts";
import { logger } from "../platform/logger.ts";
import { worker } from "../platform/worker.ts";
import { replayDeadLetter } from "../table/dead-letter-replays.ts";
import { pageOfDeadLetters } from "../table/dead-letters.ts";
import { deadLetterSort } from "../table/keys.ts";
import { commit } from "../table/store/commit.ts";

/** Few enough that one invocation ends long before its time-out. */
const lettersPerMessage = 50;

/** Replays the dead letters of a filter, one page per message. Those that cannot be replayed stay as they are. */
export const handler = worker<"replays">(async (body, { table, nowMs }) => {
  const { organizationId, filter, upTo, after } = body;
  const { rows, next } = await pageOfDeadLetters(
    table,
    organizationId,
    { webhookId: filter.webhookId ?? undefined, statuses: filter.statuses },
    { order: "asc", limit: lettersPerMessage, after },
  );
  const current = rows.filter((letter) => deadLetterSort(letter) <= upTo);
  let skipped = 0;
  // One after the other: their transactions check the same subscriptions and would conflict.
  for (const letter of current) {
    try {
      await replayDeadLetter(table, letter, nowMs(), filter.statuses);
    } catch (error) {
      // A dead letter that is being changed right now is retried with the message.
      if (!(error instanceof DomainError) || error.code === "rate_limited") throw error;
      skipped += 1;
    }
  }
  logger.info("dead letters were replayed", { organizationId, replayed: current.length - skipped, skipped });
  if (next === null || next > upTo) return;
  const rest = { ...body, after: next };
  await commit(table, [], {
    messages: [{ queue: "replays", body: rest, notBeforeMs: 0, group: organizationId }],
  });
});
