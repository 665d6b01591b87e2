import { fieldOf } from "../../../domain/field-of.ts";
import { type Credentials, NotSent } from "../channel.ts";
import type { Image } from "../images.ts";
import { isSuccess, rethrowAsRetryable } from "../platform-request.ts";
import { type AskLinkedin, linkedinCredentialsIn, linkedinError, reserveUpload } from "./api.ts";

/** An image in LinkedIn that a post can name. */
export interface UploadedImage {
  id: string;
  altText: string;
}

interface Uploading {
  credentials: Credentials;
  nowMs: number;
}

/**
 * Uploads the images of a post, all at once. This publishes nothing: an image that no post names is not shown.
 * https://learn.microsoft.com/linkedin/marketing/community-management/shares/images-api
 * @throws {NotSent} {@link ChannelRejected} {@link CredentialsInvalid}
 */
export function uploadImages(
  images: readonly Image[],
  ask: AskLinkedin,
  uploading: Uploading,
): Promise<UploadedImage[]> {
  return Promise.all(images.map((image) => uploadImage(image, ask, uploading)));
}

async function uploadImage(
  { bytes, type, alt }: Image,
  ask: AskLinkedin,
  { credentials, nowMs }: Uploading,
): Promise<UploadedImage> {
  const { author } = linkedinCredentialsIn(credentials);
  const failed = { credentials, nowMs, publishesNothing: true };
  const reserved = await reserveUpload(ask, author).catch(rethrowAsRetryable);
  if (!isSuccess(reserved.status)) throw linkedinError(reserved, failed);
  const value = fieldOf(reserved.json, "value");
  const [uploadUrl, id] = [fieldOf(value, "uploadUrl"), fieldOf(value, "image")];
  if (typeof uploadUrl !== "string" || typeof id !== "string")
    throw new NotSent("LinkedIn did not say where to upload an image.");
  const headers = { "Content-Type": type };
  const uploaded = await ask(uploadUrl, { method: "PUT", headers, body: bytes }).catch(rethrowAsRetryable);
  if (!isSuccess(uploaded.status)) throw linkedinError(uploaded, failed);
  return { id, altText: alt };
}
