import { deadLetterRoutes } from "../contract/routes/dead-letters.ts";
import { deadLetterView } from "../delivery/delivery-view.ts";
import { openCursor, sealCursor } from "../platform/cursor.ts";
import { endpoint } from "../platform/endpoint.ts";
import { fittingPage } from "../platform/fitting-page.ts";
import { pageOfDeadLetters } from "../table/dead-letters.ts";
import { deadLetterSort } from "../table/index-keys.ts";

export const handler = endpoint(
  deadLetterRoutes.listDeadLetters,
  async ({ caller, query }, { table, nowMs }) => {
    const { webhookId, status: statuses, order, limit, cursor } = query;
    const list = ["dead-letters", webhookId, statuses?.toSorted(), order];
    const after = openCursor(cursor, list, caller.cursorKey);
    const page = await pageOfDeadLetters(
      table,
      caller.organizationId,
      { webhookId, statuses },
      { order, limit, after },
      nowMs(),
    );
    const { data, next } = fittingPage(page, deadLetterView, deadLetterSort);
    return { data, nextCursor: sealCursor(next, list, caller.cursorKey) };
  },
);
