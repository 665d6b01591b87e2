import { notFound } from "../domain/errors.ts";
import type { Post } from "../domain/post.ts";
import { isInScope, type ReviewScope } from "../domain/review-link.ts";
import { type PostFilter, pageOfPosts } from "./post-pages.ts";
import { readPost } from "./posts.ts";
import type { Order } from "./store/list.ts";
import type { Table } from "./store/table.ts";

interface Reader {
  organizationId: string;
  /** Null for a caller with an API key, who sees all posts of its organization. */
  review: ReviewScope | null;
}

/** @throws not_found when the caller's review link does not include the post */
export function assertVisible({ review }: Reader, post: Post): void {
  if (!isInScope(review, post)) throw notFound("post");
}

/** Reads a post for a caller. @throws not_found, also when the caller's review link does not include the post */
export async function readVisiblePost(table: Table, reader: Reader, postId: string): Promise<Post> {
  const post = await readPost(table, reader.organizationId, postId);
  if (post === null) throw notFound("post");
  assertVisible(reader, post);
  return post;
}

/**
 * Reads one page of the posts that a caller may see. A review link shows the posts of its brand, or its one post. To its
 * bearer the posts of another brand do not exist.
 */
export async function pageOfVisiblePosts(
  table: Table,
  { organizationId, review }: Reader,
  filter: PostFilter,
  page: { order: Order; limit: number; after: string | null },
): Promise<{ rows: Post[]; next: string | null }> {
  if (review === null) return pageOfPosts(table, organizationId, filter, page);
  const { brandId = review.brandId, statuses } = filter;
  if (brandId !== review.brandId) return { rows: [], next: null };
  if (review.postId === null) return pageOfPosts(table, organizationId, { ...filter, brandId }, page);
  const post = await readPost(table, organizationId, review.postId);
  const isListed = post !== null && page.after === null && (statuses?.includes(post.status) ?? true);
  return { rows: isListed ? [post] : [], next: null };
}
