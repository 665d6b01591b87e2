import { secondMs } from "../domain/time.ts";
import { channels } from "../pipeline/channels/channels.ts";
import { publisherOf } from "../pipeline/channels/credentials.ts";
import { publishDuePost } from "../pipeline/publish.ts";
import { allowsLoopback, environment } from "../platform/environment.ts";
import { logger } from "../platform/logger.ts";
import { Busy, postponedReasonOf } from "../platform/postponed.ts";
import { openSecretBox } from "../platform/secrets.ts";
import { worker } from "../platform/worker.ts";

const secrets = openSecretBox();

/** Publishes a scheduled post on its channel at its time. */
export const handler = worker<"publications">(async (message, effects) => {
  const outcome = await publishDuePost(message, ({ channel }) => channels[channel], {
    ...effects,
    service: {
      publicUrl: environment("PUBLIC_URL"),
      timeoutMs: 10 * secondMs,
      allowLoopback: allowsLoopback(),
    },
    publisherOf: (post) => publisherOf(effects.table, post, secrets),
    isOwnError: (error) => postponedReasonOf(error) !== null,
    reportUnknown({ organizationId, id: postId, channel }, error) {
      logger.warn("the outcome of a publication is unknown", { organizationId, postId, channel, error });
    },
  });
  if (outcome === "busy") throw new Busy(`the publication of ${message.postId}`);
});
