import type { ReviewScope } from "./review-link.ts";

/** Who has done something to a post: an API key, a person with a review link, or the service itself. */
export interface Actor {
  type: "api_key" | "review_link" | "system";
  /** The id of the key or of the review link; null for the service. */
  id: string | null;
  /** The name that the key or the review link had at that time. */
  name: string;
}

/** The service itself: a run, or the publication of a post. */
export const systemActor: Actor = { type: "system", id: null, name: "system" };

/** The actor of a request. */
export function callerActor({
  keyId,
  name,
  review,
}: {
  keyId: string;
  name: string;
  review: ReviewScope | null;
}): Actor {
  return { type: review === null ? "api_key" : "review_link", id: keyId, name };
}
