import { notFound, unprocessable } from "../domain/errors.ts";
import { defaultRateLimit } from "../domain/keyring.ts";
import { isExpired } from "../domain/lifetimes.ts";
import { type ReviewLink, reviewLinksPerOrganizationMax } from "../domain/review-link.ts";
import { secondMs } from "../domain/time.ts";
import { trusted } from "../domain/trusted.ts";
import { type KeyOwner, keyRecordItem } from "./api-keys.ts";
import {
  apiKeyKey,
  brandKey,
  latestReviewLinkKey,
  postKey,
  reviewLinkKey,
  reviewLinksPartition,
} from "./keys.ts";
import type { Change } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { deleteItems } from "./store/delete-items.ts";
import { countUpTo, type Order, pageOfItems } from "./store/list.ts";
import { conflict, retryOnConflict } from "./store/optimistic-lock.ts";
import { readItem, readPartition } from "./store/read.ts";
import { alreadyApplied, type Table } from "./store/table.ts";

/** TTL needs the name `expiresAt`, so `validUntil` is the link's own `expiresAt`. */
type StoredReviewLink = Omit<ReviewLink, "expiresAt"> & { validUntil: string; expiresAt: number };

function asReviewLink(item: unknown): ReviewLink {
  const { validUntil, expiresAt: _expiresAt, ...link } = trusted<StoredReviewLink>(item);
  return { ...link, expiresAt: validUntil };
}

function storedLink({ expiresAt, ...link }: ReviewLink): StoredReviewLink {
  return { ...link, validUntil: expiresAt, expiresAt: Math.ceil(Date.parse(expiresAt) / secondMs) };
}

/**
 * Stores a review link and the key record that authenticates its bearer, in one transaction. Two links of an organization
 * that are created at once are counted one after the other.
 * @throws not_found when the brand or the post was deleted; unprocessable when the organization has the maximum number
 */
export async function insertReviewLink(table: Table, owner: KeyOwner, link: ReviewLink): Promise<void> {
  // An earlier try of the same request has stored it.
  if (alreadyApplied(table, {})) return;
  const { organizationId } = owner;
  const latestKey = latestReviewLinkKey(organizationId);
  const partition = reviewLinksPartition(organizationId);
  const list = { partitionName: "pk", partition, sortName: "sk" };
  const { brandId, postId, mayApprove } = link;
  const record = { ...link, role: "read" as const, rateLimit: defaultRateLimit };
  await retryOnConflict(async () => {
    const latest = await readItem<{ linkId: string }>(table, latestKey);
    // All links: "~" is greater than any character of an id. Expired ones count until DynamoDB has deleted them.
    if ((await countUpTo(table, list, "rvl_~")) >= reviewLinksPerOrganizationMax)
      throw unprocessable(
        `An organization can have at most ${reviewLinksPerOrganizationMax} review links: delete one first.`,
      );
    const changes: Change[] = [
      {
        kind: "put",
        item: { ...reviewLinkKey(organizationId, link.id), ...storedLink(link) },
        condition: "attribute_not_exists(pk)",
      },
      { kind: "put", item: keyRecordItem(owner, record, { brandId, postId, mayApprove }) },
      {
        kind: "put",
        item: { ...latestKey, linkId: link.id },
        ...(latest === null
          ? { condition: "attribute_not_exists(pk)" }
          : { condition: "linkId = :latest", values: { ":latest": latest.linkId } }),
      },
      existenceCheck(organizationId, link),
    ];
    return commit(table, changes, {
      onConditionFailed({ indexes }) {
        if (indexes.includes(0)) return true;
        if (indexes.includes(3)) throw notFound(postId === null ? "brand" : "post");
        return conflict;
      },
    });
  });
}

function existenceCheck(
  organizationId: string,
  { brandId, postId }: Pick<ReviewLink, "brandId" | "postId">,
): Change {
  const key = postId === null ? brandKey(organizationId, brandId) : postKey(organizationId, postId);
  return { kind: "check", key, condition: "attribute_exists(pk)" };
}

/** Reads a review link that has not expired; null if there is none. */
export async function readReviewLink(
  table: Table,
  organizationId: string,
  linkId: string,
  nowMs: number,
): Promise<ReviewLink | null> {
  const item = await readItem<StoredReviewLink>(table, reviewLinkKey(organizationId, linkId));
  return item === null || isExpired(item, nowMs) ? null : asReviewLink(item);
}

/** Reads one page of the review links that have not expired. */
export async function pageOfReviewLinks(
  table: Table,
  organizationId: string,
  { order, limit, after }: { order: Order; limit: number; after: string | null },
  nowMs: number,
): Promise<{ rows: ReviewLink[]; next: string | null }> {
  const { items, next } = await pageOfItems(table, reviewLinksPartition(organizationId), order, limit, after);
  return { rows: items.filter((item) => !isExpired(item, nowMs)).map(asReviewLink), next };
}

/** Deletes a review link. Later requests of its bearer are rejected. @throws not_found */
export async function deleteReviewLink(
  table: Table,
  organizationId: string,
  linkId: string,
  nowMs: number,
): Promise<void> {
  const link = await readReviewLink(table, organizationId, linkId, nowMs);
  if (link === null) throw notFound("review link");
  const changes: Change[] = [
    { kind: "delete", key: reviewLinkKey(organizationId, linkId), condition: "attribute_exists(pk)" },
    { kind: "delete", key: apiKeyKey(link.hash) },
  ];
  await commit(table, changes, {
    onConditionFailed() {
      throw notFound("review link");
    },
  });
}

/** Deletes the review links of a deleted brand, and of its posts. An organization has a limited number of links. */
export async function removeReviewLinks(
  table: Table,
  organizationId: string,
  brandId: string,
): Promise<void> {
  const items = await readPartition(table, reviewLinksPartition(organizationId));
  const links = items.map(asReviewLink).filter((link) => link.brandId === brandId);
  await deleteItems(
    table,
    // The key records first: a try that stops half-way must find the links again.
    [
      ...links.map(({ hash }) => apiKeyKey(hash)),
      ...links.map(({ id }) => reviewLinkKey(organizationId, id)),
    ],
  );
}
