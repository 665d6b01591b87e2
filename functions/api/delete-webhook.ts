import { webhookRoutes } from "../contract/routes/webhooks.ts";
import { endpoint } from "../platform/endpoint.ts";
import { deleteWebhook } from "../table/webhooks.ts";

export const handler = endpoint(webhookRoutes.deleteWebhook, async ({ caller, id }, { table }) => {
  await deleteWebhook(table, caller.organizationId, id);
});
