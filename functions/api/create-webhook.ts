import { webhookRoutes } from "../contract/routes/webhooks.ts";
import { fieldOf } from "../domain/field-of.ts";
import { openWebhook, webhookView } from "../domain/webhook.ts";
import { urlProblems } from "../http/url-problems.ts";
import { endpoint } from "../platform/endpoint.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { openSecretBox } from "../platform/secrets.ts";
import { insertWebhook } from "../table/webhooks.ts";

const secrets = openSecretBox();

export const handler = endpoint(
  webhookRoutes.createWebhook,
  async ({ caller, body }, { table, nowMs, newId }) => {
    const { url, events, secret, description = null } = body;
    const { organizationId } = caller;
    const id = newId("whk");
    const sealedSecret = secret ? await secrets.seal(secret, { organizationId, webhookId: id }) : null;
    const webhook = openWebhook({ id, organizationId, url, events, sealedSecret, description }, nowMs());
    await insertWebhook(table, webhook);
    return webhookView(webhook, nowMs());
  },
  { alsoCheck: (body) => urlProblems({ url: fieldOf(body, "url") }, { allowLoopback: allowsLoopback() }) },
);
