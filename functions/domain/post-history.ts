import { type Actor, systemActor } from "./actor.ts";
import type { NewId } from "./ids.ts";
import type { Post, PostMove, PostStatus } from "./post.ts";
import { isoTime } from "./time.ts";

export const historyActions = [
  "created",
  "edited",
  "submitted",
  "approved",
  "rejected",
  "changes_requested",
  "cancelled",
  "retried",
  "published",
  "failed",
  "resolved",
  "commented",
] as const;
export type HistoryAction = (typeof historyActions)[number];

/** The fields of a post that a client can edit, in the order in which the history names them. */
export const editableFields = ["text", "link", "hashtags", "media", "scheduledAt"] as const;
export type EditableField = (typeof editableFields)[number];

/** One thing that was done to a post. It is stored in the same transaction as the change. */
export interface HistoryEntry {
  id: string;
  at: string;
  action: HistoryAction;
  by: Actor;
  /** The status of the post afterwards. */
  status: PostStatus;
  /** The names of the fields that were edited; null for any other action. */
  fields: EditableField[] | null;
  /** The comment that was made; null without one. */
  commentId: string | null;
}

/** What is stored with a post for its history and its approval. Clients do not see it. */
export interface PostApproval {
  /** Who has created the post. @default the service */
  createdBy?: Actor;
  /** The status in which the post was created. Every stored post has it. */
  createdAs?: PostStatus;
  /** How many comments the post has. */
  commentCount?: number;
  /** The scheduled time whose event `post.approval_overdue` was sent: it passed while the post waited for approval. */
  remindedFor?: string;
}

export function historyEntry(
  { status }: Pick<Post, "status">,
  action: HistoryAction,
  by: Actor,
  { newId, nowMs }: { newId: NewId; nowMs: number },
  details: Partial<Pick<HistoryEntry, "fields" | "commentId">> = {},
): HistoryEntry {
  return {
    id: newId("hst"),
    at: isoTime(nowMs),
    action,
    by,
    status,
    fields: null,
    commentId: null,
    ...details,
  };
}

/**
 * The first entry of a post's history. It is derived from the post, because the transaction of a run with 90 posts has no
 * room for an entry of each. Its id is that of the post with another prefix, so it sorts before all other entries.
 */
export function creationEntry({ id, createdAt, createdBy, status, createdAs = status }: Post): HistoryEntry {
  return {
    id: id.replace(/^pst_/, "hst_"),
    at: createdAt,
    action: "created",
    by: createdBy ?? systemActor,
    status: createdAs,
    fields: null,
    commentId: null,
  };
}

export const actionOfMove: Record<PostMove, HistoryAction> = {
  approve: "approved",
  reject: "rejected",
  submit: "submitted",
  cancel: "cancelled",
  retry: "retried",
  requestChanges: "changes_requested",
};

/** The names of the fields in which two versions of a post differ. */
export function editedFields(before: Post, after: Post): EditableField[] {
  const valueOf = (post: Post, field: EditableField) =>
    field === "scheduledAt" ? post.scheduledAt : post.content[field];
  return editableFields.filter(
    (field) => JSON.stringify(valueOf(before, field)) !== JSON.stringify(valueOf(after, field)),
  );
}
