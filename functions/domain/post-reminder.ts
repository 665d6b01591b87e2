import { eventMessage } from "./event-message.ts";
import type { NewId } from "./ids.ts";
import type { OutgoingMessage, ReminderMessage } from "./message.ts";
import type { Post } from "./post.ts";

/**
 * The message that is due when the scheduled time of a pending post has passed. It is stale once the post has another
 * status or another time. No message for a time whose event was already sent.
 */
export function reminderMessages(post: Post): OutgoingMessage[] {
  const { id: postId, organizationId, scheduledAt, remindedFor } = post;
  if (post.status !== "pending" || scheduledAt === null || scheduledAt === remindedFor) return [];
  return [
    {
      queue: "publications",
      body: { kind: "post.remind", organizationId, postId, scheduledAt },
      notBeforeMs: Date.parse(scheduledAt),
      group: organizationId,
    },
  ];
}

/** Whether a post waits for this message. */
export function awaitsReminder(
  { status, scheduledAt, remindedFor }: Post,
  message: Pick<ReminderMessage, "scheduledAt">,
): boolean {
  return status === "pending" && scheduledAt === message.scheduledAt && remindedFor !== scheduledAt;
}

/** The event of a post that still waits for approval at its scheduled time. */
export function overdueMessage(
  { id: postId, organizationId, brandId }: Post,
  scheduledAt: string,
  newId: NewId,
  nowMs: number,
): OutgoingMessage {
  const data = { postId, brandId, scheduledAt };
  return eventMessage(newId("evt"), "post.approval_overdue", organizationId, data, nowMs);
}
