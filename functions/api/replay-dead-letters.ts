import { deadLetterRoutes } from "../contract/routes/dead-letters.ts";
import { askForReplay } from "../delivery/ask-for-replay.ts";
import { endpoint } from "../platform/endpoint.ts";

export const handler = endpoint(deadLetterRoutes.replayDeadLetters, ({ caller, body }, { table, nowMs }) => {
  const { webhookId = null, status: statuses } = body;
  return askForReplay(table, { organizationId: caller.organizationId, webhookId, statuses }, nowMs());
});
