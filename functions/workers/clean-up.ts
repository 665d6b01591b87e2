import { feedRemovalMessage } from "../domain/brand.ts";
import type { QueueMessages } from "../domain/message.ts";
import { webhookRemovalMessage } from "../domain/webhook.ts";
import type { Effects } from "../platform/effects.ts";
import { worker } from "../platform/worker.ts";
import { removeCalendar } from "../table/calendar.ts";
import { removeConnections } from "../table/connections.ts";
import { removeFeedEntries, removeFeedReaders } from "../table/feeds.ts";
import { postRemovalMessage, removePostItems } from "../table/post-deletion.ts";
import { removeReviewLinks } from "../table/review-links.ts";
import { removeSourceStates } from "../table/source-states.ts";
import { commit } from "../table/store/commit.ts";
import { removeTrends } from "../table/trends.ts";
import { removeWebhookItems } from "../table/webhook-removal.ts";

type Message<Kind> = Extract<QueueMessages["cleanups"], { kind: Kind }>;

/**
 * A message deletes at most 2,000 items, which takes a few seconds: so an organization that deletes much does not delay
 * another one. 100,000 deliveries take some 50 messages, within a few minutes.
 */
const itemsPerPage = 100;
const pagesPerMessageMax = 20;

/** Deletes what belonged to a deleted resource, in bounded steps. */
export const handler = worker<"cleanups">((message, effects) => {
  switch (message.kind) {
    case "webhook.remove":
      return removeWebhook(message, effects);
    case "feed.remove":
      return removeFeed(message, effects);
    case "post.remove":
      return removePost(message, effects);
  }
});

async function removeWebhook(
  { organizationId, webhookId }: Message<"webhook.remove">,
  { table }: Effects,
): Promise<void> {
  const ref = { organizationId, webhookId };
  const mayHaveMore = await repeat(() => removeWebhookItems(table, ref, itemsPerPage));
  if (!mayHaveMore) return;
  await commit(table, [], { messages: [webhookRemovalMessage(organizationId, webhookId, 0)] });
}

async function removeFeed(
  { organizationId, brandId }: Message<"feed.remove">,
  { table }: Effects,
): Promise<void> {
  const mayHaveMore = await repeat(
    async () =>
      (await removeFeedEntries(table, brandId, itemsPerPage)) ||
      (await removeFeedReaders(table, brandId, itemsPerPage)) ||
      (await removeConnections(table, organizationId, brandId, itemsPerPage)) ||
      (await removeSourceStates(table, { organizationId, brandId }, itemsPerPage)) ||
      removeTrends(table, organizationId, brandId, itemsPerPage),
  );
  await removeReviewLinks(table, organizationId, brandId);
  if (!mayHaveMore) return removeCalendar(table, { organizationId, brandId });
  await commit(table, [], { messages: [feedRemovalMessage(organizationId, brandId)] });
}

async function removePost(
  { organizationId, postId }: Message<"post.remove">,
  { table }: Effects,
): Promise<void> {
  const mayHaveMore = await repeat(() => removePostItems(table, organizationId, postId, itemsPerPage));
  if (!mayHaveMore) return;
  await commit(table, [], { messages: [postRemovalMessage(organizationId, postId)] });
}

/** Repeats a step until it says that nothing is left, but not more often than one message may. */
async function repeat(step: () => Promise<boolean>): Promise<boolean> {
  for (let pages = 0; pages < pagesPerMessageMax; pages += 1) if (!(await step())) return false;
  return true;
}
