import type {
  ConnectionStatus,
  DeadLetterStatus,
  PipelineStatus,
  PostStatus,
  RunStatus,
} from "../../../client/api.ts";
import { Badge, type Tone } from "../parts/badge.tsx";

interface Look {
  tone: Tone;
  words: string;
}

/** What each status of a post is called on the screen. */
export const postStatuses: Record<PostStatus, Look> = {
  draft: { tone: "neutral", words: "Draft" },
  pending: { tone: "warning", words: "Waits for approval" },
  scheduled: { tone: "active", words: "Scheduled" },
  published: { tone: "good", words: "Published" },
  failed: { tone: "bad", words: "Failed" },
};

export const runStatuses: Record<RunStatus, Look> = {
  queued: { tone: "neutral", words: "Queued" },
  running: { tone: "active", words: "Running" },
  succeeded: { tone: "good", words: "Succeeded" },
  failed: { tone: "bad", words: "Failed" },
};

export const pipelineStatuses: Record<PipelineStatus, Look> = {
  draft: { tone: "neutral", words: "Draft" },
  active: { tone: "good", words: "Active" },
  paused: { tone: "warning", words: "Paused" },
};

export const deadLetterStatuses: Record<DeadLetterStatus, Look> = {
  final_attempt_pending: { tone: "warning", words: "One attempt left" },
  exhausted: { tone: "bad", words: "All attempts failed" },
  replaying: { tone: "active", words: "Replaying" },
  resolved: { tone: "good", words: "Resolved" },
};

export const connectionStatuses: Record<ConnectionStatus, Look> = {
  connected: { tone: "good", words: "Connected" },
  error: { tone: "bad", words: "Does not work" },
  not_connected: { tone: "neutral", words: "Not connected" },
};

/** The badge of a status: `<StatusBadge of={postStatuses} status={post.status} />`. */
export function StatusBadge<Status extends string>({
  of,
  status,
}: {
  of: Readonly<Record<Status, Look>>;
  status: Status;
}) {
  const { tone, words } = of[status];
  return <Badge tone={tone}>{words}</Badge>;
}
