import { composed } from "../../../domain/channel-text.ts";
import { fieldOf } from "../../../domain/field-of.ts";
import type { Post } from "../../../domain/post.ts";
import { minuteMs } from "../../../domain/time.ts";
import type { Channel, Measured, Measuring, Published, Publishing } from "../channel.ts";
import { externalUrlOf } from "../external-url.ts";
import { imageRulesOf } from "../image-rules.ts";
import { fetchImages } from "../images.ts";
import { isSuccess, rethrowAsNotSent } from "../platform-request.ts";
import { instanceError, requestInstance, settingsIn, textIn } from "./instance.ts";
import { uploadImages } from "./upload.ts";

/** An account on an instance of Mastodon, or of a server with the same API. */
export const mastodonChannel: Channel = {
  // A repetition has the same Idempotency-Key.
  repeatable: true,
  // An instance keeps the key for an hour. https://docs.joinmastodon.org/methods/statuses/#create
  repeatableForMs: 50 * minuteMs,
  // An account may send 300 requests in 5 minutes, and a post with four images needs a dozen or more. Many posts in a row
  // can also exceed 30 uploads in 30 minutes (https://docs.joinmastodon.org/api/rate-limits/) or 300 posts in 3 hours
  // (app/lib/rate_limiter.rb of Mastodon). Then the instance says how long to wait.
  postsPerMinute: 2,
  publish,
  measure,
};

async function publish(post: Post, publishing: Publishing): Promise<Published> {
  const { credentials, limits, nowMs } = publishing;
  if (credentials === null) throw new Error("the channel mastodon needs credentials");
  const images = await fetchImages(post.content.media, imageRulesOf("mastodon", limits), publishing);
  const mediaIds = await uploadImages(images, { ...publishing, credentials, fileName: post.id });
  const { visibility, language, contentWarning } = settingsIn(credentials);
  const status = {
    status: composed(post.content, "mastodon").text,
    media_ids: mediaIds,
    ...(visibility && { visibility }),
    ...(language && { language }),
    ...(contentWarning && { spoiler_text: contentWarning }),
  };
  const response = await requestInstance(
    credentials,
    "/api/v1/statuses",
    { method: "POST", headers: { "Idempotency-Key": post.id }, json: status },
    publishing,
  ).catch(rethrowAsNotSent);
  if (!isSuccess(response.status)) throw instanceError(response, { credentials, nowMs });
  const externalId = textIn(response.json, "id");
  const externalUrl = externalUrlOf(fieldOf(response.json, "url"));
  return { externalUrl, ...(externalId !== null && { externalId }) };
}

/** Engagements: favourites, boosts and replies. Mastodon tells neither who saw a post nor who followed its link. */
async function measure({ externalId }: Post, measuring: Measuring): Promise<Measured> {
  const unknown = { reach: null, engagements: null, clicks: null };
  const { credentials } = measuring;
  if (externalId === undefined || credentials === null) return unknown;
  const path = `/api/v1/statuses/${encodeURIComponent(externalId)}`;
  const { status, json } = await requestInstance(credentials, path, {}, measuring);
  // The post was deleted.
  if (status === 404 || status === 410) return unknown;
  if (!isSuccess(status)) throw new Error(`Mastodon returned status ${status} for a post`);
  const counts = ["favourites_count", "reblogs_count", "replies_count"].map((name) => fieldOf(json, name));
  if (!counts.every((count) => typeof count === "number")) throw new Error("Mastodon returned no counts");
  return { ...unknown, engagements: counts.reduce((total, count) => total + count, 0) };
}
