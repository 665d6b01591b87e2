import { webhookRoutes } from "../contract/routes/webhooks.ts";
import { webhookRemovalMessages } from "../domain/webhook.ts";
import { endpoint } from "../platform/endpoint.ts";
import { deleteWebhook } from "../table/webhooks.ts";

export const handler = endpoint(webhookRoutes.deleteWebhook, async ({ caller, id }, { table, nowMs }) => {
  const { organizationId } = caller;
  await deleteWebhook(table, organizationId, id, webhookRemovalMessages(organizationId, id, nowMs()));
});
