import { deadLetterRoutes } from "../contract/routes/dead-letters.ts";
import { deadLetterView } from "../delivery/delivery-view.ts";
import { openCursor, sealCursor } from "../platform/cursor.ts";
import { endpoint } from "../platform/endpoint.ts";
import { pageOfDeadLetters } from "../table/dead-letters.ts";

export const handler = endpoint(deadLetterRoutes.listDeadLetters, async ({ caller, query }, { table }) => {
  const { webhookId, status: statuses, order, limit, cursor } = query;
  const list = ["dead-letters", webhookId, statuses?.toSorted(), order];
  const after = openCursor(cursor, list, caller.cursorKey);
  const { rows, next } = await pageOfDeadLetters(
    table,
    caller.organizationId,
    { webhookId, statuses },
    { order, limit, after },
  );
  return { data: rows.map(deadLetterView), nextCursor: sealCursor(next, list, caller.cursorKey) };
});
