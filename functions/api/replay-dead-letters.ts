import { deadLetterRoutes } from "../contract/routes/dead-letters.ts";
import { notFound, unprocessable } from "../domain/errors.ts";
import { isoTime } from "../domain/time.ts";
import { endpoint } from "../platform/endpoint.ts";
import { commit } from "../table/commit.ts";
import { countDeadLetters } from "../table/dead-letters.ts";
import type { Table } from "../table/table.ts";
import { readWebhook } from "../table/webhooks.ts";

export const handler = endpoint(
  deadLetterRoutes.replayDeadLetters,
  async ({ caller, body }, { table, nowMs }) => {
    const { organizationId } = caller;
    const { webhookId, status: statuses } = body;
    if (webhookId !== undefined) await assertActive(table, organizationId, webhookId);
    const upTo = isoTime(nowMs());
    const count = await countDeadLetters(table, organizationId, { webhookId, statuses }, upTo);
    if (count === 0) return { count };
    const filter = { webhookId: webhookId ?? null, statuses };
    const replay = { kind: "dead-letters.replay" as const, organizationId, filter, upTo, after: null };
    await commit(table, [], [{ queue: "replays", body: replay, notBeforeMs: 0, group: organizationId }]);
    return { count };
  },
);

async function assertActive(table: Table, organizationId: string, webhookId: string): Promise<void> {
  const webhook = await readWebhook(table, organizationId, webhookId);
  if (webhook === null) throw notFound("webhook subscription");
  if (webhook.status === "disabled")
    throw unprocessable("The webhook subscription is disabled: enable it first.");
}
