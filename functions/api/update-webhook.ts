import { webhookRoutes } from "../contract/routes/webhooks.ts";
import { healthAfterChange } from "../domain/endpoint-health.ts";
import { notFound } from "../domain/errors.ts";
import { fieldOf } from "../domain/field-of.ts";
import { isoTime } from "../domain/time.ts";
import { rotatedSecret, webhookView } from "../domain/webhook.ts";
import { urlProblems } from "../http/url-problems.ts";
import { endpoint } from "../platform/endpoint.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { openSecretBox } from "../platform/secrets.ts";
import { readWebhook, updateWebhook } from "../table/webhooks.ts";

const secrets = openSecretBox();

export const handler = endpoint(
  webhookRoutes.updateWebhook,
  async ({ caller, id: webhookId, body }, { table, nowMs }) => {
    const { organizationId } = caller;
    if (Object.keys(body).length === 0) {
      const webhook = await readWebhook(table, organizationId, webhookId);
      if (webhook === null) throw notFound("webhook subscription");
      return webhookView(webhook, nowMs());
    }
    const { secret, ...changes } = body;
    const sealedSecret = secret ? await secrets.seal(secret, { organizationId, webhookId }) : secret;
    const now = nowMs();
    const webhook = await updateWebhook(table, organizationId, webhookId, {
      ...changes,
      ...healthAfterChange(changes),
      // A secret that is set by PATCH replaces the previous one at once. Only a rotation leaves an overlap.
      ...(sealedSecret !== undefined && rotatedSecret(sealedSecret, null, 0, now)),
      updatedAt: isoTime(now),
    });
    return webhookView(webhook, nowMs());
  },
  { alsoCheck: (body) => urlProblems({ url: fieldOf(body, "url") }, { allowLoopback: allowsLoopback() }) },
);
