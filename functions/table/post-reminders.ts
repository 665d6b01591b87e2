import type { OutgoingMessage } from "../domain/message.ts";
import type { Post } from "../domain/post.ts";
import { postKey } from "./keys.ts";
import { commit } from "./store/commit.ts";
import type { Table } from "./store/table.ts";

/**
 * Stores that the scheduled time of a pending post has passed, with the messages that follow. Stores nothing if the post
 * has another status or another time by now, or if that was stored before. It changes nothing that others rely on, so it
 * makes no new version of the post.
 */
export async function recordReminder(
  table: Table,
  { organizationId, id }: Pick<Post, "organizationId" | "id">,
  scheduledAt: string,
  messages: readonly OutgoingMessage[],
): Promise<void> {
  const write = {
    kind: "update" as const,
    key: postKey(organizationId, id),
    update: "SET remindedFor = :scheduledAt",
    condition:
      "#status = :pending AND scheduledAt = :scheduledAt AND (attribute_not_exists(remindedFor) OR remindedFor <> :scheduledAt)",
    names: { "#status": "status" },
    values: { ":pending": "pending", ":scheduledAt": scheduledAt },
  };
  await commit(table, [write], { messages, onConditionFailed: () => undefined });
}
