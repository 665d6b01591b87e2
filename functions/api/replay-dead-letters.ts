import { deadLetterRoutes } from "../contract/routes/dead-letters.ts";
import { requestReplay } from "../delivery/request-replay.ts";
import { bulkReplayView } from "../domain/bulk-replay.ts";
import { endpoint } from "../platform/endpoint.ts";

export const handler = endpoint(
  deadLetterRoutes.replayDeadLetters,
  async ({ caller, body }, { table, nowMs, newId }) => {
    const { webhookId = null, status: statuses } = body;
    const { organizationId } = caller;
    const request = { id: newId("rpl"), organizationId, filter: { webhookId, statuses } };
    return bulkReplayView(await requestReplay(table, request, nowMs()));
  },
);
