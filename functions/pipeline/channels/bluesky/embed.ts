import { fieldOf } from "../../../domain/field-of.ts";
import { ChannelRejected, NotSent } from "../channel.ts";
import type { Image } from "../images.ts";
import type { LinkCard } from "../link-card.ts";
import { isSuccess, rethrowAsRetryable } from "../platform-request.ts";
import type { Embed } from "./record.ts";
import type { BlueskySession } from "./session.ts";
import { preparationError } from "./xrpc.ts";

/** Uploads the images of a post and returns their embed. @throws {ChannelRejected} {NotSent} {CredentialsInvalid} */
export async function imagesEmbed(images: readonly Image[], session: BlueskySession): Promise<Embed> {
  const uploaded = images.map(async (image) => ({ image: await uploadBlob(image, session), alt: image.alt }));
  return { $type: "app.bsky.embed.images", images: await Promise.all(uploaded) };
}

/** Uploads the thumbnail of a card and returns its embed, without the thumbnail if the server does not take it. */
export async function cardEmbed(card: LinkCard, session: BlueskySession): Promise<Embed> {
  const { url: uri, title, description, thumbnail } = card;
  const thumb = thumbnail === null ? null : await uploadBlob(thumbnail, session).catch(nullIfNotTaken);
  return {
    $type: "app.bsky.embed.external",
    external: { uri, title, description, ...(thumb !== null && { thumb }) },
  };
}

function nullIfNotTaken(error: unknown): null {
  if (error instanceof ChannelRejected || error instanceof NotSent) return null;
  throw error;
}

/** Uploads an image. The server deletes it later if no record has it. Returns the blob as a record has it. */
async function uploadBlob({ bytes, type }: Image, session: BlueskySession): Promise<unknown> {
  const headers = { "Content-Type": type };
  const response = await session
    .request("com.atproto.repo.uploadBlob", { method: "POST", headers, body: bytes })
    .catch(rethrowAsRetryable);
  const blob = fieldOf(response.json, "blob");
  if (!isSuccess(response.status) || blob === undefined) throw preparationError(response, session.failing());
  return blob;
}
