import { webhookRoutes } from "../contract/routes/webhooks.ts";
import { notFound } from "../domain/errors.ts";
import { webhookView } from "../domain/webhook.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readWebhook } from "../table/webhooks.ts";

export const handler = endpoint(webhookRoutes.getWebhook, async ({ caller, id }, { table, nowMs }) => {
  const webhook = await readWebhook(table, caller.organizationId, id);
  if (webhook === null) throw notFound("webhook subscription");
  return webhookView(webhook, nowMs());
});
