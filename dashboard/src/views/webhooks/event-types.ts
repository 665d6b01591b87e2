import type { EventType } from "../../../../client/api.ts";

/** What each event type means, in the order of the form. */
export const eventMeanings: Record<EventType, string> = {
  "post.scheduled": "A post was approved and has a time at which it goes out.",
  "post.published": "A post went out on its channel.",
  "post.failed": "A post could not be published. The event says why.",
  "post.changes_requested": "A reviewer asked for changes to a post.",
  "post.approval_overdue": "The time of a post has passed while it waits for approval.",
  "pipeline.run.completed": "A pipeline's run ended, with success or with an error.",
  "run.succeeded": "A pipeline's run ended with success, and its posts exist.",
  "trend.detected": "A topic has begun to rise in a brand's sources.",
  "analytics.weekly_ready": "The weekly figures of a brand are ready.",
  "channel.disconnected": "A brand's channel no longer accepts its credentials.",
  "webhook.test": "A test event. The subscription that is tested gets it even if this is not chosen.",
};

const types: Record<string, string> = eventMeanings;

/** All event types, in the order of the form. */
export const eventTypes = Object.keys(types).filter((type): type is EventType => type in eventMeanings);
