import { routes } from "../contract/routes.ts";
import { endpoint } from "../platform/endpoint.ts";
import { deleteWebhook } from "../table/webhooks.ts";

export const handler = endpoint(routes.deleteWebhook, async ({ caller, id }, { table }) => {
  await deleteWebhook(table, caller.organizationId, id);
});
