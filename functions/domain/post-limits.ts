import type { ChannelName } from "./channel.ts";
import { type ChannelLimits, limitsOf } from "./channel-limits.ts";
import { type ComposedText, composed, lengthProblem, type TextRules, textRules } from "./channel-text.ts";
import { invalid, unprocessable } from "./errors.ts";
import { pluralize } from "./pluralize.ts";
import type { PostContent } from "./post.ts";

/** What counts for the limits of a post: its content, and the limits of its brand's account. */
interface LimitedPost {
  channel: ChannelName;
  content: PostContent;
  /** @default those of the channel */
  limits?: ChannelLimits | undefined;
}

function rulesOf({ channel, limits }: LimitedPost): TextRules {
  const rules: TextRules = textRules[channel];
  if (limits === undefined) return rules;
  const { text: limit, charactersPerUrl } = limits;
  return { ...rules, limit, ...(charactersPerUrl !== undefined && { charactersPerUrl }) };
}

/** Returns the text of a post as its channel publishes it, with the length and the limit for the brand's account. */
export function composedFor(post: LimitedPost): ComposedText {
  return composed(post.content, post.channel, rulesOf(post));
}

/** Says why the text of a post is too long for the brand's account, like `lengthProblem`; null if it fits. */
export function textProblem(post: LimitedPost): string | null {
  return lengthProblem(post.content, post.channel, rulesOf(post));
}

/** Says why a post has too many images for the brand's account; null if it has not. */
function imagesProblem({ channel, content, limits }: LimitedPost): string | null {
  const max = (limits ?? limitsOf(channel)).images;
  const count = content.media.length;
  if (count <= max) return null;
  return `the post has ${pluralize(count, "image")}, but the channel ${channel} takes at most ${pluralize(max, "image")}`;
}

/** The fields that can make a post too long. An error names the first one that the request has. */
const contentFields = ["text", "hashtags", "link", "media"] as const;

/**
 * @param given the fields of the request
 * @throws validation_error when they make the post too long for its channel, or give it too many images
 */
export function assertValidContent(
  post: LimitedPost,
  given: { readonly [Field in keyof PostContent]?: PostContent[Field] | undefined },
): void {
  const field = contentFields.find((name) => given[name] !== undefined);
  const problem = field === undefined ? null : textProblem(post);
  if (field !== undefined && problem !== null) throw invalid([{ field, reason: problem }]);
  // If the images were too many before, another change is valid.
  const tooMany = given.media === undefined ? null : imagesProblem(post);
  if (tooMany !== null) throw invalid([{ field: "media", reason: tooMany }]);
}

/**
 * The limits may have changed since the post was written: those of the channel, or of the brand's account.
 * @throws unprocessable when the post is too long for its channel, or has too many images
 */
export function assertFits(post: LimitedPost): void {
  const problem = textProblem(post);
  if (problem !== null) throw unprocessable(`The post is too long: ${problem}.`);
  const tooMany = imagesProblem(post);
  if (tooMany !== null) throw unprocessable(`The post has too many images: ${tooMany}.`);
}
