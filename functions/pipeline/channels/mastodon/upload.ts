import { setTimeout as sleep } from "node:timers/promises";
import { type Credentials, NotSent } from "../channel.ts";
import type { Image } from "../images.ts";
import { multipartBody } from "../multipart.ts";
import { isSuccess, type PlatformResponse, rethrowAsRetryable } from "../platform-request.ts";
import { instanceError, requestInstance, textIn } from "./instance.ts";

interface Uploading {
  /** How the names of the files begin. Some servers with the same API store a file of an account by its name. */
  fileName: string;
  credentials: Credentials;
  nowMs: number;
  timeoutMs: number;
  allowLoopback: boolean;
}

/** The statuses while the instance processes an image: 202 after its upload, 206 after a request for it. */
const processingStatuses: readonly number[] = [202, 206];
/** How often the instance is asked within the time limit. */
const questionsMax = 10;

/**
 * Uploads images, all at once, and waits until the instance has processed them, within the time limit of one request.
 * Nobody sees an image before a post names it, and the instance deletes it after a while, so a retry is safe.
 * https://docs.joinmastodon.org/methods/media/
 * @returns their ids, in their order
 * @throws {ChannelRejected} {@link NotSent} {@link CredentialsInvalid}
 */
export function uploadImages(images: readonly Image[], uploading: Uploading): Promise<string[]> {
  const { fileName } = uploading;
  const upload = (image: Image, index: number) =>
    uploadImage(image, { ...uploading, fileName: `${fileName}-${index}` });
  return Promise.all(images.map(upload));
}

async function uploadImage(image: Image, uploading: Uploading): Promise<string> {
  const { fileName, credentials, timeoutMs, allowLoopback } = uploading;
  const deadlineMs = performance.now() + timeoutMs;
  const request = async (path: string, given: Parameters<typeof requestInstance>[2]) => {
    const limits = { timeoutMs: Math.max(1, deadlineMs - performance.now()), allowLoopback };
    const response = await requestInstance(credentials, path, given, limits).catch(rethrowAsRetryable);
    if (!isSuccess(response.status)) throw instanceError(response, { ...uploading, isUpload: true });
    return response;
  };
  const form = multipartBody({ description: image.alt }, { file: image }, fileName);
  let response: PlatformResponse = await request("/api/v2/media", { method: "POST", ...form });
  const id = textIn(response.json, "id");
  if (id === null) throw new NotSent("Mastodon took an image, but returned no id of it.");
  while (processingStatuses.includes(response.status)) {
    const waitMs = timeoutMs / questionsMax;
    if (performance.now() + waitMs >= deadlineMs)
      throw new NotSent("Mastodon has not processed an image of the post in time.");
    await sleep(waitMs);
    response = await request(`/api/v1/media/${encodeURIComponent(id)}`, {});
  }
  return id;
}
