import { openShortFanOut } from "../delivery/short-fan-out.ts";
import { isConnectable } from "../domain/channel.ts";
import type { Post } from "../domain/post.ts";
import { secondMs } from "../domain/time.ts";
import { channels } from "../pipeline/channels/channels.ts";
import { publisherOf } from "../pipeline/channels/credentials.ts";
import { publishDuePost } from "../pipeline/publish.ts";
import { remindOfApproval } from "../pipeline/remind-of-approval.ts";
import { openDispatchingEffects } from "../platform/dispatching-effects.ts";
import { newLeaseToken } from "../platform/effects.ts";
import { allowsLoopback, environment, organizationPermits } from "../platform/environment.ts";
import { logger } from "../platform/logger.ts";
import { Busy, Postponed, postponedReasonOf } from "../platform/postponed.ts";
import { openSecretBox } from "../platform/secrets.ts";
import { worker } from "../platform/worker.ts";
import { openSharedPermits } from "../table/shared-permits.ts";

const secrets = openSecretBox();
const base = openDispatchingEffects(openShortFanOut, secrets);
/** Longer than a batch can take. */
const permitMs = 70 * secondMs;
const permits = openSharedPermits({ ...base, newLeaseToken, leaseMs: permitMs });

/**
 * Publishes a scheduled post on its channel at its time. A platform may take ten seconds for each request, so only some
 * workers publish the posts of one organization on platforms at the same time. The feed is the service's own, and quick.
 * The worker also sends the event of a post that still waits for approval at its time.
 */
export const handler = worker<"publications">(async (message, effects) => {
  if (message.kind === "post.remind") return remindOfApproval(message, effects);
  const outcome = await publishDuePost(message, ({ channel }) => channels[channel], {
    ...effects,
    service: {
      publicUrl: environment("PUBLIC_URL"),
      timeoutMs: 10 * secondMs,
      allowLoopback: allowsLoopback(),
    },
    publisherOf: (post) => publisherOf({ ...effects, secrets }, post),
    withPermit,
    isOwnError: (error) => postponedReasonOf(error) !== null,
    reportUnknown({ organizationId, id: postId, channel }, error) {
      logger.warn("the outcome of a publication is unknown", { organizationId, postId, channel, error });
    },
  });
  if (outcome === "busy") throw new Busy(`the publication of ${message.postId}`);
}, base);

async function withPermit<Result>(
  { id, organizationId, channel }: Post,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!isConnectable(channel)) return work();
  const scope = { organizationId, queue: "publications" } as const;
  const outcome = await permits.within(scope, organizationPermits(), async () => ({ result: await work() }));
  if (outcome === null)
    throw new Postponed("limit_reached", `the organization of post ${id} has as many workers as it may`);
  return outcome.result;
}
