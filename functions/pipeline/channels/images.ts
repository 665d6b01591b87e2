import type { PostContent } from "../../domain/post.ts";
import { FetchError, type FetchErrorCode } from "../../http/fetch-error.ts";
import { guardedFetch } from "../../http/guarded-fetch.ts";
import type { Resolve } from "../../http/resolve-host.ts";
import { ChannelRejected, NotSent } from "./channel.ts";
import { isSuccess } from "./platform-request.ts";

/** The types that any platform takes. */
export const imageTypesOfAll = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;
type ImageType = (typeof imageTypesOfAll)[number];

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

/**
 * No image is larger, on any platform, because the worker holds those of several posts in memory: 5 posts of 4 images
 * are 100 MiB, and another 100 MiB while the pieces of each are joined. With some 100 MiB for Node and the code, this is
 * 300 MiB of the function's 512 MiB. A form does not copy the images (`multipartBody`), and a request is sent in pieces.
 * Measured: 370 MiB at most in eight batches of five posts with four images of this size.
 */
export const imageBytesMaxOfAll = 5 * 1_024 * 1_024;
const redirectsMax = 3;

interface FetchLimits {
  /** For all images together, because they are fetched at once. */
  timeoutMs: number;
  allowLoopback: boolean;
  /** How names are resolved. @default by the system's name servers */
  resolve?: Resolve;
}

/**
 * Fetches the images of a post, all at once, and checks the type and the size of each.
 * @throws {ChannelRejected} when the platform does not take an image; {NotSent} when an image cannot be fetched now
 */
export async function fetchImages(
  media: PostContent["media"],
  rules: ImageRules,
  limits: FetchLimits,
): Promise<Image[]> {
  const outcomes = await Promise.allSettled(
    media.map((image, index) => fetchImage(image, `The image media[${index}]`, rules, limits)),
  );
  const errors = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  // If one image can never be published, a retry for another one is useless.
  if (errors.length > 0) throw errors.find((error) => error instanceof ChannelRejected) ?? errors[0];
  return outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
}

async function fetchImage(
  { url, alt }: PostContent["media"][number],
  name: string,
  { types, bytesMax }: ImageRules,
  limits: FetchLimits,
): Promise<Image> {
  const { status, body } = await guardedFetch(url, {
    headers: { Accept: types.join(", "), "User-Agent": "ContentPipelineService-Channel/1.0" },
    maxBodyBytes: Math.min(bytesMax, imageBytesMaxOfAll),
    wholeBody: true,
    maxRedirects: redirectsMax,
    allowHttp: true,
    timeoutMs: limits.timeoutMs,
    allowLoopback: limits.allowLoopback,
    ...(limits.resolve !== undefined && { resolve: limits.resolve }),
  }).catch((error: unknown) => {
    throw error instanceof FetchError ? fetchProblem(error, name) : error;
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

/** The errors of an image that another attempt would not change. */
const lastingProblems: readonly FetchErrorCode[] = [
  "bad_url",
  "blocked_address",
  "too_large",
  "too_many_redirects",
];

function fetchProblem(error: FetchError, name: string): Error {
  return lastingProblems.includes(error.code)
    ? new ChannelRejected("media_refused", `${name} cannot be fetched: ${error.message}.`, { cause: error })
    : new NotSent(`${name} could not be fetched: ${error.message}.`, {
        cause: error,
        code: "media_unavailable",
      });
}

const jpeg = Buffer.from([0xff, 0xd8, 0xff]);
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The type of an image by its first bytes: the header of a response may be wrong. */
function typeOf(bytes: Buffer): ImageType | null {
  const startsWith = (signature: Buffer) => bytes.subarray(0, signature.length).equals(signature);
  const textAt = (start: number, end: number) => bytes.toString("latin1", start, end);
  if (startsWith(jpeg)) return "image/jpeg";
  if (startsWith(png)) return "image/png";
  if (["GIF87a", "GIF89a"].includes(textAt(0, 6))) return "image/gif";
  return textAt(0, 4) === "RIFF" && textAt(8, 12) === "WEBP" ? "image/webp" : null;
}
