import { webhookRoutes } from "../contract/routes/webhooks.ts";
import { notFound, unprocessable } from "../domain/errors.ts";
import { isoTime } from "../domain/time.ts";
import { rotatedSecret, webhookView } from "../domain/webhook.ts";
import { endpoint } from "../platform/endpoint.ts";
import { openSecretBox } from "../platform/secrets.ts";
import { readWebhook, replaceSecret } from "../table/webhooks.ts";

const secrets = openSecretBox();

export const handler = endpoint(
  webhookRoutes.rotateWebhookSecret,
  async ({ caller, id: webhookId, body }, { table, nowMs }) => {
    const { organizationId } = caller;
    const webhook = await readWebhook(table, organizationId, webhookId);
    if (webhook === null) throw notFound("webhook subscription");
    const owner = { organizationId, webhookId };
    const { sealedSecret: current } = webhook;
    // The same secret again, perhaps because the first response was lost: keep the overlap with the previous secret.
    if (current !== null && (await secrets.open(current, owner)) === body.secret)
      return webhookView(webhook, nowMs());
    const sealedSecret = await secrets.seal(body.secret, owner);
    const now = nowMs();
    const rotated = await replaceSecret(table, webhook, {
      ...rotatedSecret(sealedSecret, webhook.sealedSecret, body.graceSeconds, now),
      updatedAt: isoTime(now),
    });
    if (rotated === null)
      throw unprocessable(
        "The secret was changed or the subscription was deleted at the same time: read the subscription again.",
      );
    return webhookView(rotated, nowMs());
  },
);
