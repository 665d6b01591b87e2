import { type Brand, withAllSettings } from "../domain/brand.ts";
import { digestMessage } from "../domain/digest-chain.ts";
import { notFound, unprocessable } from "../domain/errors.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import type { Organization } from "../domain/organization.ts";
import { trusted } from "../domain/trusted.ts";
import { brandKey, brandsPartition, feedKey, modelEndpointKey } from "./keys.ts";
import { countResource, uncountResource } from "./organizations.ts";
import type { Change } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { type Order, pageOfItems } from "./store/list.ts";
import { readItem } from "./store/read.ts";
import type { Table } from "./store/table.ts";
import { assign, updateItem } from "./store/update.ts";

const digestMessages = (brand: Brand): OutgoingMessage[] =>
  brand.nextDigest === undefined ? [] : [digestMessage(brand, brand.nextDigest)];

/**
 * Stores a new brand, its empty public feed and the message of its first weekly digest, and counts it on the
 * organization. If its id is stored already, an earlier try of the same request stored it.
 * @throws unprocessable when the organization has the maximum number of brands
 */
export async function insertBrand(table: Table, brand: Brand): Promise<void> {
  const changes: Change[] = [
    {
      kind: "put",
      item: { ...brandKey(brand.organizationId, brand.id), ...brand, pipelineCount: 0 },
      condition: "attribute_not_exists(pk)",
    },
    countResource(brand.organizationId, ["brandCount", "brands"]),
    { kind: "put", item: { ...feedKey(brand.id), brandId: brand.id, title: brand.name } },
  ];
  const messages = digestMessages(brand);
  await commit(table, changes, {
    messages,
    onConditionFailed(failed) {
      if (failed.indexes.includes(0)) return;
      const { limits } = trusted<Organization>(failed.foundAt(1));
      throw unprocessable(`An organization can have at most ${limits.brands} brands.`);
    },
  });
}

export async function readBrand(
  table: Table,
  organizationId: string,
  brandId: string,
): Promise<Brand | null> {
  const stored = await readItem<Brand>(table, brandKey(organizationId, brandId));
  return stored === null ? null : withAllSettings(stored);
}

/**
 * Stores a changed brand and the title of its public feed. If the time zone changes, the next weekly digest is planned
 * again, and its message in the former zone is withdrawn.
 * @param known the brand as it was read
 * @returns false, and stores nothing, if the brand was changed or deleted since, now waits for another digest, or if the
 *   restart of its schedules that the change relies on has begun
 */
export async function replaceBrand(
  table: Table,
  known: Brand,
  changed: Brand,
  messages: readonly OutgoingMessage[],
): Promise<boolean> {
  const {
    organizationId,
    id,
    name,
    timezone,
    settings,
    updatedAt,
    nextDigest,
    restartAtMs,
    isRestartPending,
  } = changed;
  const isMoved = timezone !== known.timezone;
  const isDigestMoved = isMoved || known.nextDigest === undefined;
  // The change relies on a restart that has not begun.
  const sharesRestart = isMoved && known.isRestartPending === true;
  const fields = assign({
    name,
    timezone,
    settings,
    updatedAt,
    ...(isMoved && { restartAtMs, isRestartPending }),
    ...(isDigestMoved && { nextDigest }),
  });
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
        ...(sharesRestart && { ":pending": true }),
      },
      condition: `#updatedAt = :known${isDigestMoved ? ` AND ${isDigestAsKnown}` : ""}${sharesRestart ? " AND #isRestartPending = :pending" : ""}`,
    },
  ];
  if (name !== known.name) changes.push({ kind: "update", key: feedKey(id), ...assign({ title: name }) });
  const [following, withdrawn] = isDigestMoved ? [digestMessages(changed), digestMessages(known)] : [[], []];
  return commit(table, changes, {
    messages: [...messages, ...following],
    withdrawn,
    onConditionFailed: () => false,
  });
}

/**
 * Begins the restart of the schedules of a brand's pipelines: a change of the time zone from now on needs another one.
 * @returns the brand as it is now; null when it is deleted
 */
export async function beginSchedulesRestart(
  table: Table,
  organizationId: string,
  brandId: string,
): Promise<Brand | null> {
  const begun = await updateItem(table, brandKey(organizationId, brandId), {
    update: "SET isRestartPending = :no",
    condition: "attribute_exists(pk)",
    values: { ":no": false },
  });
  return begun.written ? withAllSettings(trusted<Brand>(begun.item)) : null;
}

/**
 * Deletes a brand and its public feed, and withdraws the message of its next weekly digest.
 * @throws not_found; unprocessable while the brand has pipelines
 */
export async function deleteBrand(
  table: Table,
  organizationId: string,
  brandId: string,
  messages: readonly OutgoingMessage[],
): Promise<void> {
  // A new digest between this read and the deletion leaves one stale schedule, until the end of its week at the latest.
  const known = await readBrand(table, organizationId, brandId);
  if (known === null) throw notFound("brand");
  const changes: Change[] = [
    {
      kind: "delete",
      key: brandKey(organizationId, brandId),
      condition: "attribute_exists(pk) AND pipelineCount = :none",
      values: { ":none": 0 },
    },
    { kind: "delete", key: feedKey(brandId) },
    uncountResource(organizationId, "brandCount"),
    { kind: "delete", key: modelEndpointKey(organizationId, brandId) },
  ];
  await commit(table, changes, {
    messages,
    withdrawn: digestMessages(known),
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
  return { rows: items.map((item) => withAllSettings(trusted<Brand>(item))), next };
}
