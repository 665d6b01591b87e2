import type { EndpointHealth } from "../domain/endpoint-health.ts";
import { notFound, unprocessable } from "../domain/errors.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import type { Organization } from "../domain/organization.ts";
import { trusted } from "../domain/trusted.ts";
import type { Webhook } from "../domain/webhook.ts";
import { type Key, webhookKey, webhooksPartition } from "./keys.ts";
import { countResource, uncountResource } from "./organizations.ts";
import type { Change } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { type Order, pageOfItems } from "./store/list.ts";
import { conflict, retryOnConflict } from "./store/optimistic-lock.ts";
import { readItem, readItems, readPartition } from "./store/read.ts";
import type { Table } from "./store/table.ts";
import { assign, updateItem } from "./store/update.ts";

export interface WebhookRef {
  organizationId: string;
  webhookId: string;
}

/**
 * Stores a new subscription and counts it on the organization. If its id is stored already, an earlier try of the same
 * request stored it.
 * @throws unprocessable when the organization has the maximum number of subscriptions
 */
export async function insertWebhook(table: Table, webhook: Webhook): Promise<void> {
  const changes: Change[] = [
    countResource(webhook.organizationId, ["webhookCount", "subscriptions"]),
    {
      kind: "put",
      item: { ...webhookKey(webhook.organizationId, webhook.id), ...webhook },
      condition: "attribute_not_exists(pk)",
    },
  ];
  await commit(table, changes, {
    onConditionFailed({ indexes, found }) {
      if (indexes.includes(1)) return;
      const { limits } = trusted<Organization>(found);
      throw unprocessable(`An organization can have at most ${limits.subscriptions} webhook subscriptions.`);
    },
  });
}

export function readWebhook(
  table: Table,
  organizationId: string,
  webhookId: string,
): Promise<Webhook | null> {
  return readItem<Webhook>(table, webhookKey(organizationId, webhookId));
}

/** Reads many subscriptions, in the order of the references; null for one that does not exist. */
export async function readWebhooks(table: Table, refs: readonly WebhookRef[]): Promise<(Webhook | null)[]> {
  const keys = refs.map((ref) => webhookKey(ref.organizationId, ref.webhookId));
  // A batch get must not contain a key twice.
  const distinct = new Map(keys.map((key) => [nameOf(key), key]));
  const items = await readItems(table, [...distinct.values()], { consistent: true });
  const found = new Map(
    items.map((item) => [nameOf({ pk: String(item.pk), sk: String(item.sk) }), trusted<Webhook>(item)]),
  );
  return keys.map((key) => found.get(nameOf(key)) ?? null);
}

const nameOf = ({ pk, sk }: Key): string => `${pk}|${sk}`;

/** A field that is undefined stays as it is. */
type WebhookChanges = {
  [Name in Exclude<keyof Webhook, "id" | "organizationId" | "createdAt">]?: Webhook[Name] | undefined;
};

/** @throws not_found */
export async function updateWebhook(
  table: Table,
  organizationId: string,
  webhookId: string,
  changes: WebhookChanges & { updatedAt: string },
): Promise<Webhook> {
  const written = await updateItem(table, webhookKey(organizationId, webhookId), {
    ...assign(changes),
    condition: "attribute_exists(pk)",
  });
  if (!written.written) throw notFound("webhook subscription");
  return trusted<Webhook>(written.item);
}

/**
 * Replaces the secret of a subscription.
 * @returns null, and stores nothing, if another request has changed the secret or deleted the subscription since it was
 *   read
 */
export async function replaceSecret(
  table: Table,
  webhook: Webhook,
  changes: Pick<Webhook, "sealedSecret" | "sealedPreviousSecret" | "previousSecretExpiresAt" | "updatedAt">,
): Promise<Webhook | null> {
  const fields = assign(changes);
  let known = webhook;
  return retryOnConflict(async () => {
    const change: Change = {
      kind: "update",
      key: webhookKey(webhook.organizationId, webhook.id),
      ...fields,
      values: { ...fields.values, ":current": webhook.sealedSecret, ":read": known.updatedAt },
      condition: "sealedSecret = :current AND #updatedAt = :read",
    };
    const outcome = await commit(table, [change], { onConditionFailed: (failed) => failed });
    if (outcome === true) return { ...known, ...changes };
    if (outcome.found === null) return null;
    const found = trusted<Webhook>(outcome.found);
    // Sealing never gives the same bytes twice. If these bytes are stored, this write succeeded and its response was
    // lost.
    if (found.sealedSecret === changes.sealedSecret) return found;
    if (found.sealedSecret !== webhook.sealedSecret) return null;
    known = found;
    return conflict;
  });
}

/**
 * Records what attempts have shown about an endpoint.
 * @param known the subscription as it was read
 * @returns false if another worker has recorded failures of the endpoint since, or a client has changed the
 *   subscription. After another worker's record the pace is stored all the same, because the pace of the last attempt
 *   counts.
 */
export async function recordHealth(
  table: Table,
  known: Webhook,
  health: Partial<EndpointHealth> & { updatedAt?: string },
): Promise<boolean> {
  const { pace, ...failures } = health;
  const hasFailures = Object.keys(failures).length > 0;
  const fields = assign(health);
  const { written } = await updateItem(table, webhookKey(known.organizationId, known.id), {
    ...fields,
    names: { ...fields.names, "#url": "url", "#status": "status" },
    values: {
      ...fields.values,
      ":knownUrl": known.url,
      ":knownStatus": known.status,
      ...(hasFailures && { ":since": known.failingSince }),
    },
    condition: `#url = :knownUrl AND #status = :knownStatus${hasFailures ? " AND failingSince = :since" : ""}`,
  });
  if (!written && hasFailures && pace !== undefined) await recordHealth(table, known, { pace });
  return written;
}

/**
 * Deletes a subscription, with the messages that delete what belonged to it.
 * @throws not_found
 */
export async function deleteWebhook(
  table: Table,
  organizationId: string,
  webhookId: string,
  messages: readonly OutgoingMessage[],
): Promise<void> {
  const changes: Change[] = [
    { kind: "delete", key: webhookKey(organizationId, webhookId), condition: "attribute_exists(pk)" },
    uncountResource(organizationId, "webhookCount"),
  ];
  await commit(table, changes, {
    messages,
    onConditionFailed() {
      throw notFound("webhook subscription");
    },
  });
}

/** Reads all subscriptions of an organization: at most 100. */
export async function webhooksOfOrganization(table: Table, organizationId: string): Promise<Webhook[]> {
  const items = await readPartition(table, webhooksPartition(organizationId));
  return items.map((item) => trusted<Webhook>(item));
}

export async function pageOfWebhooks(
  table: Table,
  organizationId: string,
  { order, limit, after }: { order: Order; limit: number; after: string | null },
): Promise<{ rows: Webhook[]; next: string | null }> {
  const { items, next } = await pageOfItems(table, webhooksPartition(organizationId), order, limit, after);
  return { rows: items.map((item) => trusted<Webhook>(item)), next };
}
