import { webhookRoutes } from "../contract/routes/webhooks.ts";
import { urlProblems } from "../delivery/url-problems.ts";
import { fieldOf } from "../domain/field-of.ts";
import { isoTime } from "../domain/time.ts";
import { webhookView } from "../domain/webhook.ts";
import { endpoint } from "../platform/endpoint.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { openSecretBox } from "../platform/secrets.ts";
import { updateWebhook } from "../table/webhooks.ts";

const secrets = openSecretBox();

export const handler = endpoint(
  webhookRoutes.updateWebhook,
  async ({ caller, id: webhookId, body }, { table, nowMs }) => {
    const { secret, ...changes } = body;
    const { organizationId } = caller;
    const sealedSecret = secret ? await secrets.seal(secret, { organizationId, webhookId }) : secret;
    const webhook = await updateWebhook(table, organizationId, webhookId, {
      ...changes,
      sealedSecret,
      updatedAt: isoTime(nowMs()),
    });
    return webhookView(webhook);
  },
  { alsoCheck: (body) => urlProblems({ url: fieldOf(body, "url") }, { allowLoopback: allowsLoopback() }) },
);
