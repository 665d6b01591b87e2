import type { DeadLetterStatus, DeadLettersReplay } from "../../../../client/api.ts";

/** Which dead letters a list shows. */
export interface DeadLetterFilter {
  webhookId: string | undefined;
  /** Undefined for all. */
  statuses: DeadLetterStatus[] | undefined;
}

const known: readonly DeadLetterStatus[] = ["final_attempt_pending", "exhausted", "replaying", "resolved"];

/** The statuses of an address such as `status=final_attempt_pending,exhausted`. Leaves out what is no status. */
export function statusesOf(text: string | undefined): DeadLetterStatus[] | undefined {
  const words = new Set(text?.split(","));
  const statuses = known.filter((status) => words.has(status));
  return statuses.length === 0 ? undefined : statuses;
}

type Replayable = NonNullable<DeadLettersReplay["status"]>[number];
const replayable: readonly Replayable[] = ["final_attempt_pending", "exhausted"];

/**
 * The request that replays the dead letters of a filter. Null if it selects none that can be replayed together: those that
 * are being replayed, and those that are resolved.
 */
export function replayOf({
  webhookId,
  statuses,
}: DeadLetterFilter): (Required<Pick<DeadLettersReplay, "status">> & { webhookId?: string }) | null {
  const status = replayable.filter((one) => statuses?.includes(one) ?? true);
  if (status.length === 0) return null;
  return { ...(webhookId === undefined ? {} : { webhookId }), status };
}

/** The id of the bulk replay that an error names: the one that is running already. */
export const replayIdIn = (message: string): string | null => /\brpl_\w+/.exec(message)?.[0] ?? null;
