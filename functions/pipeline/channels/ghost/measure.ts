import { fieldOf } from "../../../domain/field-of.ts";
import type { Post } from "../../../domain/post.ts";
import type { Measured, Measuring } from "../channel.ts";
import { isSuccess } from "../platform-request.ts";
import { blogOf, firstOf, isUnknownToGhost, requestGhost } from "./admin-api.ts";

const include = "email,count.clicks,count.positive_feedback,count.negative_feedback";

/**
 * Measures the e-mail of a post, if it was sent as a newsletter. Reach: the members who opened it. Clicks: the members who
 * followed one of its links. Engagements: the clicks, and the members who said whether they like it. The Admin API does
 * not tell how many people read a post on the site, and a metric that the blog does not track is null.
 */
export async function measure({ externalId }: Post, measuring: Measuring): Promise<Measured> {
  const unknown = { reach: null, engagements: null, clicks: null };
  if (externalId === undefined || measuring.credentials === null) return unknown;
  const blog = blogOf(measuring.credentials, measuring);
  const response = await requestGhost(blog, `posts/${encodeURIComponent(externalId)}/?include=${include}`);
  // The post or the key was deleted.
  if (isUnknownToGhost(response) || response.status === 401) return unknown;
  if (!isSuccess(response.status)) throw new Error(`Ghost returned status ${response.status} for a post`);
  const post = firstOf(response.json, "posts");
  const email = fieldOf(post, "email");
  const counted = (name: string) => Number(fieldOf(fieldOf(post, "count"), name)) || 0;
  const isTracked = (setting: string) => fieldOf(email, setting) === true;
  const clicks = isTracked("track_clicks") ? counted("clicks") : null;
  const opinions = isTracked("feedback_enabled")
    ? counted("positive_feedback") + counted("negative_feedback")
    : null;
  return {
    reach: isTracked("track_opens") ? Number(fieldOf(email, "opened_count")) || 0 : null,
    engagements: clicks === null && opinions === null ? null : (clicks ?? 0) + (opinions ?? 0),
    clicks,
  };
}
