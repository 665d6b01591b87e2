import { randomBytes } from "node:crypto";
import { systemActor } from "../../../functions/domain/actor.ts";
import { newReviewLink, type ReviewLink } from "../../../functions/domain/review-link.ts";
import { hashApiKey, newReviewToken } from "../../../functions/platform/api-key.ts";
import { insertReviewLink } from "../../../functions/table/review-links.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { newId } from "./entities.ts";

/** Stores a review link of a brand or a post that exists. */
export async function storeReviewLink(
  table: Table,
  { organizationId, ...changes }: Pick<ReviewLink, "organizationId" | "brandId"> & Partial<ReviewLink>,
): Promise<ReviewLink & { token: string }> {
  const token = newReviewToken(randomBytes);
  const given = { postId: null, name: "Ada", mayApprove: false, ...changes };
  const own = { id: newId("rvl"), hash: hashApiKey(token), createdBy: systemActor };
  const link = newReviewLink({ ...own, ...given, organizationId }, Date.now());
  await insertReviewLink(table, { organizationId, cursorKey: "" }, link);
  return { ...link, token };
}
