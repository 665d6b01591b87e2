import { deadLetterRoutes } from "../contract/routes/dead-letters.ts";
import { requestReplay } from "../delivery/request-replay.ts";
import { endpoint } from "../platform/endpoint.ts";

export const handler = endpoint(deadLetterRoutes.replayDeadLetters, ({ caller, body }, { table, nowMs }) => {
  const { webhookId = null, status: statuses } = body;
  return requestReplay(table, { organizationId: caller.organizationId, webhookId, statuses }, nowMs());
});
