import type { Post } from "../../../../client/api.ts";

/** What to do about a failure, by its code. An unknown code gets the general advice. */
const advice: Readonly<Record<string, string>> = {
  outcome_unknown:
    "The channel may show the post. Look at the account on the channel, and say below what you found. Do not retry before that: the post could appear twice.",
  not_published: "The channel does not show the post. Retry to publish it.",
  channel_not_connected: "Connect the channel of the brand again. Then retry.",
  channel_unavailable: "The channel could not be reached or did not work. Retry later.",
  rate_limited: "The channel takes a limited number of posts. Retry later.",
  channel_refused: "The channel rejected the post. Read its reason, edit the post, and retry.",
  media_refused: "The channel did not take a picture. Replace or remove it, and retry.",
  media_unavailable: "A picture could not be fetched. Check its address, replace or remove it, and retry.",
  worker_failed: "The service stopped before it sent the post. Retry.",
};

/** What a person can do about a failure of a publication. */
export const failureAdvice = (code: string): string =>
  advice[code] ?? "Read the reason, edit the post if needed, and retry.";

/** Whether nobody knows if the channel shows a failed post. */
export const isOutcomeUnknown = ({ failure }: Pick<Post, "failure">): boolean =>
  failure?.code === "outcome_unknown";
