import { channels } from "../pipeline/channels/channels.ts";
import { publishDuePost } from "../pipeline/publish.ts";
import { environment } from "../platform/environment.ts";
import { logger } from "../platform/logger.ts";
import { Busy, postponedReasonOf } from "../platform/postponed.ts";
import { worker } from "../platform/worker.ts";

/** Publishes a scheduled post on its channel at its time. */
export const handler = worker<"publications">(async (message, effects) => {
  const outcome = await publishDuePost(message, ({ channel }) => channels[channel], {
    ...effects,
    service: { publicUrl: environment("PUBLIC_URL") },
    credentialsOf: async () => null,
    isOwnError: (error) => postponedReasonOf(error) !== null,
    reportUnknown({ organizationId, id: postId, channel }, error) {
      logger.warn("the outcome of a publication is unknown", { organizationId, postId, channel, error });
    },
  });
  if (outcome === "busy") throw new Busy(`the publication of ${message.postId}`);
});
