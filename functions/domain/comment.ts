import type { Actor } from "./actor.ts";
import { unprocessable } from "./errors.ts";
import type { Post } from "./post.ts";
import { isoTime } from "./time.ts";

export const commentCharactersMax = 5_000;
export const commentsPerPostMax = 500;

export interface Comment {
  id: string;
  postId: string;
  text: string;
  author: Actor;
  createdAt: string;
}

export function newComment(given: Omit<Comment, "createdAt">, nowMs: number): Comment {
  return { ...given, createdAt: isoTime(nowMs) };
}

/** @throws unprocessable when the post has the maximum number of comments */
export function assertMayComment({ commentCount = 0 }: Pick<Post, "commentCount">): void {
  if (commentCount >= commentsPerPostMax) throw tooManyComments();
}

export function tooManyComments() {
  return unprocessable(`A post can have at most ${commentsPerPostMax} comments.`);
}
