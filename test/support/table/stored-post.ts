import type { Post } from "../../../functions/domain/post.ts";
import { changePost } from "../../../functions/table/posts.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { aBrand, aPost, newId } from "./entities.ts";
import { storePosts } from "./posts.ts";
import { storeBrand } from "./stored-brand.ts";

/** Stores a post of a brand that exists. */
export async function storePost(table: Table, changes: Partial<Post> = {}): Promise<Post> {
  const brand = aBrand(newId("org"));
  await storeBrand(table, brand);
  const post = aPost(brand.organizationId, { brandId: brand.id, ...changes });
  await storePosts(table, [post]);
  return post;
}

/** Changes the present version of a stored post. */
export function editPost(table: Table, post: Post, edit: (current: Post) => Post): Promise<Post> {
  return changePost(table, post.organizationId, post.id, (current) => ({ post: edit(current) }));
}
