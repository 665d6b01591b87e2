import { composed } from "../../../domain/channel-text.ts";
import { fieldOf } from "../../../domain/field-of.ts";
import type { Post } from "../../../domain/post.ts";
import { secondMs } from "../../../domain/time.ts";
import type { Channel, Measured, Measuring, Published, Publishing } from "../channel.ts";
import { imageRules } from "../image-rules.ts";
import { fetchImages } from "../images.ts";
import { multipartBody } from "../multipart.ts";
import { isSuccess, publicationError, requestPlatform, rethrowAsNotSent } from "../platform-request.ts";
import { lostStatuses, webhookUrlIn } from "./webhook-url.ts";

/** A channel of a Discord server, by a webhook of that channel. */
export const discordChannel: Channel = {
  // An execution of a webhook has no idempotency key.
  repeatable: false,
  // Discord takes 30 messages a minute by one webhook.
  postsPerMinute: 25,
  publish,
  measure,
};

async function publish(post: Post, publishing: Publishing): Promise<Published> {
  const { account, credentials, nowMs } = publishing;
  if (credentials === null) throw new Error("the channel discord needs credentials");
  const images = await fetchImages(post.content.media, imageRules.discord, publishing);
  const message = {
    content: composed(post.content, "discord").text,
    // Nobody is notified, whatever the text names.
    allowed_mentions: { parse: [] },
    attachments: images.map(({ alt }, id) => ({ id, description: alt })),
  };
  const files = Object.fromEntries(images.map((image, index) => [`files[${index}]`, image]));
  const request =
    images.length === 0 ? { json: message } : multipartBody({ payload_json: JSON.stringify(message) }, files);
  const response = await requestPlatform(
    `${webhookUrlIn(credentials)}?wait=true`,
    { method: "POST", ...request },
    publishing,
  ).catch(rethrowAsNotSent);
  const { status, json } = response;
  if (!isSuccess(status)) {
    const retryAfter = Number(fieldOf(json, "retry_after"));
    throw publicationError(response, {
      platform: "Discord",
      reason: fieldOf(json, "message"),
      lostStatuses,
      ...(retryAfter > 0 && { retryAfterMs: Math.ceil(retryAfter * secondMs) }),
      credentials,
      nowMs,
    });
  }
  const id = fieldOf(json, "id");
  if (typeof id !== "string") return { externalUrl: null };
  const url = account?.url ?? null;
  return { externalUrl: url === null ? null : `${url}/${id}`, externalId: id };
}

/** Engagements: the reactions. Discord tells neither how many people saw a message nor who followed its link. */
async function measure({ externalId }: Post, measuring: Measuring): Promise<Measured> {
  const unknown = { reach: null, engagements: null, clicks: null };
  const { credentials } = measuring;
  if (externalId === undefined || credentials === null) return unknown;
  const url = `${webhookUrlIn(credentials)}/messages/${encodeURIComponent(externalId)}`;
  const { status, json } = await requestPlatform(url, {}, measuring);
  // The message or its webhook was deleted.
  if (lostStatuses.includes(status)) return unknown;
  if (!isSuccess(status)) throw new Error(`Discord returned status ${status} for a message`);
  const reactions = fieldOf(json, "reactions");
  if (!Array.isArray(reactions)) return { ...unknown, engagements: 0 };
  const counts = reactions.map((reaction) => Number(fieldOf(reaction, "count")) || 0);
  return { ...unknown, engagements: counts.reduce((total, count) => total + count, 0) };
}
