import type { OutgoingMessage } from "../../../functions/domain/message.ts";
import { newId } from "../table/entities.ts";

/** A message of a new organization that no short fan-out replaces. */
export function measureMessage(changes: Partial<Pick<OutgoingMessage, "notBeforeMs">> = {}): OutgoingMessage {
  const organizationId = newId("org");
  const body = {
    kind: "post.measure",
    organizationId,
    runId: null,
    postId: newId("pst"),
    stage: "first",
  } as const;
  return { queue: "analytics", body, notBeforeMs: 0, group: organizationId, ...changes };
}
