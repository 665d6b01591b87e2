import type { NewId } from "../domain/ids.ts";
import type { ReminderMessage } from "../domain/message.ts";
import { awaitsReminder, overdueMessage } from "../domain/post-reminder.ts";
import { recordReminder } from "../table/post-reminders.ts";
import { readPost } from "../table/posts.ts";
import type { Table } from "../table/store/table.ts";

/** Sends the event of a post that still waits for approval at its scheduled time: once for each time. */
export async function remindOfApproval(
  message: ReminderMessage,
  { table, newId, nowMs }: { table: Table; newId: NewId; nowMs: () => number },
): Promise<void> {
  const { organizationId, postId, scheduledAt } = message;
  const post = await readPost(table, organizationId, postId);
  if (post === null || !awaitsReminder(post, message)) return;
  await recordReminder(table, post, scheduledAt, [overdueMessage(post, scheduledAt, newId, nowMs())]);
}
