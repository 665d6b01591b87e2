import { deliveryRoutes } from "../contract/routes/deliveries.ts";
import { deliveryView } from "../delivery/delivery-view.ts";
import { notFound } from "../domain/errors.ts";
import { openCursor, sealCursor } from "../platform/cursor.ts";
import { endpoint } from "../platform/endpoint.ts";
import { fittingPage } from "../platform/fitting-page.ts";
import { pageOfDeliveries } from "../table/deliveries.ts";
import { readWebhook } from "../table/webhooks.ts";

export const handler = endpoint(
  deliveryRoutes.listDeliveries,
  async ({ caller, id: webhookId, query }, { table, nowMs }) => {
    const { organizationId, cursorKey } = caller;
    const { order, limit, cursor } = query;
    const list = ["deliveries", webhookId, order];
    const after = openCursor(cursor, list, cursorKey);
    const [webhook, page] = await Promise.all([
      readWebhook(table, organizationId, webhookId),
      pageOfDeliveries(table, organizationId, webhookId, { order, limit, after }, nowMs()),
    ]);
    if (webhook === null) throw notFound("webhook subscription");
    const { data, next } = fittingPage(page, deliveryView, ({ id }) => id);
    return { data, nextCursor: sealCursor(next, list, cursorKey) };
  },
);
