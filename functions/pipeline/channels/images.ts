import { pluralize } from "../../domain/pluralize.ts";
import type { PostContent } from "../../domain/post.ts";
import { FetchError } from "../../http/fetch-error.ts";
import { guardedFetch } from "../../http/guarded-fetch.ts";
import { ChannelRejected, NotSent } from "./channel.ts";
import { isSuccess } from "./platform-request.ts";

type ImageType = "image/jpeg" | "image/png" | "image/gif" | "image/webp";

/** An image of a post, as its URL served it. */
export interface Image {
  bytes: Buffer;
  type: ImageType;
  alt: string;
}

/** What a platform takes. */
export interface ImageRules {
  types: readonly ImageType[];
  bytesMax: number;
}

/** Images of any platform are not larger: a worker holds those of several posts in memory. */
const bytesMaxOfAll = 5 * 1_024 * 1_024;
const redirectsMax = 3;

/**
 * Fetches the images of a post, all at once, and checks the type and the size of each.
 * @throws {ChannelRejected} when the platform does not take an image; {NotSent} when an image cannot be fetched now
 */
export function fetchImages(
  media: PostContent["media"],
  rules: ImageRules,
  limits: { timeoutMs: number; allowLoopback: boolean },
): Promise<Image[]> {
  return Promise.all(media.map((_, index) => fetchImage(media, index, rules, limits)));
}

async function fetchImage(
  media: PostContent["media"],
  index: number,
  { types, bytesMax }: ImageRules,
  { timeoutMs, allowLoopback }: { timeoutMs: number; allowLoopback: boolean },
): Promise<Image> {
  const { url = "", alt = "" } = media[index] ?? {};
  const name = `The image media[${index}]`;
  const maxBodyBytes = Math.min(bytesMax, bytesMaxOfAll);
  const { status, body } = await guardedFetch(url, {
    headers: { Accept: types.join(", "), "User-Agent": "ContentPipelineService-Channel/1.0" },
    timeoutMs,
    maxBodyBytes,
    wholeBody: true,
    maxRedirects: redirectsMax,
    allowHttp: true,
    allowLoopback,
  }).catch((error: unknown) => {
    throw error instanceof FetchError ? fetchProblem(error, name, maxBodyBytes) : error;
  });
  if (status === 404 || status === 410)
    throw new ChannelRejected("media_refused", `${name} does not exist: its URL returned status ${status}.`);
  if (!isSuccess(status))
    throw new NotSent(`${name} could not be fetched: its URL returned status ${status}.`, {
      code: "media_unavailable",
    });
  const type = typeOf(body);
  if (type === null || !types.includes(type))
    throw new ChannelRejected(
      "media_refused",
      `${name} is ${type ?? "not an image of a known type"}, and the channel takes ${types.join(", ")}.`,
    );
  return { bytes: body, type, alt };
}

function fetchProblem(error: FetchError, name: string, bytesMax: number): Error {
  if (error.code === "too_large")
    return new ChannelRejected(
      "media_refused",
      `${name} is too large: the channel takes at most ${pluralize(bytesMax, "byte")}.`,
      { cause: error },
    );
  if (error.code === "bad_url" || error.code === "blocked_address")
    return new ChannelRejected("media_refused", `${name} cannot be fetched: ${error.message}.`, {
      cause: error,
    });
  return new NotSent(`${name} could not be fetched: ${error.message}.`, {
    cause: error,
    code: "media_unavailable",
  });
}

const gif = Buffer.from("GIF8");
const jpeg = Buffer.from([0xff, 0xd8, 0xff]);
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The type of an image by its first bytes: the header of a response may be wrong. */
function typeOf(bytes: Buffer): ImageType | null {
  const startsWith = (signature: Buffer) => bytes.subarray(0, signature.length).equals(signature);
  if (startsWith(jpeg)) return "image/jpeg";
  if (startsWith(png)) return "image/png";
  if (startsWith(gif)) return "image/gif";
  if (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP")
    return "image/webp";
  return null;
}
