import { webhookRoutes } from "../contract/routes/webhooks.ts";
import { webhookView } from "../domain/webhook.ts";
import { openCursor, sealCursor } from "../platform/cursor.ts";
import { endpoint } from "../platform/endpoint.ts";
import { pageOfWebhooks } from "../table/webhooks.ts";

export const handler = endpoint(webhookRoutes.listWebhooks, async ({ caller, query }, { table, nowMs }) => {
  const { order, limit, cursor } = query;
  const list = ["webhooks", order];
  const after = openCursor(cursor, list, caller.cursorKey);
  const { rows, next } = await pageOfWebhooks(table, caller.organizationId, { order, limit, after });
  return {
    data: rows.map((webhook) => webhookView(webhook, nowMs())),
    nextCursor: sealCursor(next, list, caller.cursorKey),
  };
});
