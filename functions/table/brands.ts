import type { Brand } from "../domain/brand.ts";
import { digestMessage } from "../domain/digest-chain.ts";
import { notFound, unprocessable } from "../domain/errors.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import { trusted } from "../domain/trusted.ts";
import { brandKey, brandsPartition, feedKey } from "./keys.ts";
import type { Change } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { type Order, pageOfItems } from "./store/list.ts";
import { readItem } from "./store/read.ts";
import type { Table } from "./store/table.ts";
import { assign } from "./store/update.ts";

const digestMessages = (brand: Brand): OutgoingMessage[] =>
  brand.nextDigest === undefined ? [] : [digestMessage(brand, brand.nextDigest)];

/**
 * Stores a new brand, its empty public feed and the message of its first weekly digest. If its id is stored already, an
 * earlier try of the same request stored it.
 */
export async function insertBrand(table: Table, brand: Brand): Promise<void> {
  const changes: Change[] = [
    {
      kind: "put",
      item: { ...brandKey(brand.organizationId, brand.id), ...brand, pipelineCount: 0 },
      condition: "attribute_not_exists(pk)",
    },
    { kind: "put", item: { ...feedKey(brand.id), brandId: brand.id, title: brand.name } },
  ];
  const messages = digestMessages(brand);
  await commit(table, changes, { messages, onConditionFailed: () => undefined });
}

export function readBrand(table: Table, organizationId: string, brandId: string): Promise<Brand | null> {
  return readItem<Brand>(table, brandKey(organizationId, brandId));
}

/**
 * Stores a changed brand and the title of its public feed. If the time zone changes, the next weekly digest is planned
 * again.
 * @param known the brand as it was read
 * @returns false, and stores nothing, if the brand was changed or deleted since, or now waits for another digest
 */
export async function replaceBrand(
  table: Table,
  known: Brand,
  changed: Brand,
  messages: readonly OutgoingMessage[],
): Promise<boolean> {
  const { organizationId, id, name, timezone, settings, updatedAt, nextDigest } = changed;
  const isDigestMoved = timezone !== known.timezone || known.nextDigest === undefined;
  const fields = assign({ name, timezone, settings, updatedAt, ...(isDigestMoved && { nextDigest }) });
  const isDigestAsKnown =
    known.nextDigest === undefined ? "attribute_not_exists(#nextDigest)" : "#nextDigest = :knownDigest";
  const changes: Change[] = [
    {
      kind: "update",
      key: brandKey(organizationId, id),
      ...fields,
      values: {
        ...fields.values,
        ":known": known.updatedAt,
        ...(isDigestMoved && known.nextDigest !== undefined && { ":knownDigest": known.nextDigest }),
      },
      condition: `#updatedAt = :known${isDigestMoved ? ` AND ${isDigestAsKnown}` : ""}`,
    },
  ];
  if (name !== known.name) changes.push({ kind: "update", key: feedKey(id), ...assign({ title: name }) });
  const following = isDigestMoved ? digestMessages(changed) : [];
  return commit(table, changes, { messages: [...messages, ...following], onConditionFailed: () => false });
}

/**
 * Deletes a brand and its public feed.
 * @throws not_found; unprocessable while the brand has pipelines
 */
export async function deleteBrand(
  table: Table,
  organizationId: string,
  brandId: string,
  messages: readonly OutgoingMessage[],
): Promise<void> {
  const changes: Change[] = [
    {
      kind: "delete",
      key: brandKey(organizationId, brandId),
      condition: "attribute_exists(pk) AND pipelineCount = :none",
      values: { ":none": 0 },
    },
    { kind: "delete", key: feedKey(brandId) },
  ];
  await commit(table, changes, {
    messages,
    onConditionFailed({ found }) {
      if (found === null) throw notFound("brand");
      throw unprocessable("A brand that has pipelines cannot be deleted: delete its pipelines first.");
    },
  });
}

export async function pageOfBrands(
  table: Table,
  organizationId: string,
  { order, limit, after }: { order: Order; limit: number; after: string | null },
): Promise<{ rows: Brand[]; next: string | null }> {
  const { items, next } = await pageOfItems(table, brandsPartition(organizationId), order, limit, after);
  return { rows: items.map((item) => trusted<Brand>(item)), next };
}
