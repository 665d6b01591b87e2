import { deliveryRoutes } from "../contract/routes/deliveries.ts";
import { notFound, unprocessable } from "../domain/errors.ts";
import { testEventMessage } from "../domain/event-message.ts";
import { endpoint } from "../platform/endpoint.ts";
import { commit } from "../table/store/commit.ts";
import { readWebhook } from "../table/webhooks.ts";

export const handler = endpoint(
  deliveryRoutes.testWebhook,
  async ({ caller, id: webhookId }, { table, nowMs, newId }) => {
    const { organizationId } = caller;
    const webhook = await readWebhook(table, organizationId, webhookId);
    if (webhook === null) throw notFound("webhook subscription");
    if (webhook.status === "disabled")
      throw unprocessable("The webhook subscription is disabled and gets no test event: enable it first.");
    const eventId = newId("evt");
    await commit(table, [], {
      messages: [testEventMessage(eventId, organizationId, webhookId, nowMs())],
    });
    return { eventId, type: "webhook.test" as const, webhookId };
  },
);
