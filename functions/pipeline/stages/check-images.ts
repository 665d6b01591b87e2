import type { Brand } from "../../domain/brand.ts";
import type { ChannelName } from "../../domain/channel.ts";
import { type ChannelLimits, limitsOf } from "../../domain/channel-limits.ts";
import type { Pipeline } from "../../domain/pipeline.ts";
import type { PostContent } from "../../domain/post.ts";
import { secondMs } from "../../domain/time.ts";
import { ChannelRejected, NotSent } from "../channels/channel.ts";
import { anyImage, imageRulesOf } from "../channels/image-rules.ts";
import { fetchImages, type Image } from "../channels/images.ts";
import type { Candidate } from "./rank.ts";

type Picture = PostContent["media"][number];

/** Fetches an image. @throws {ChannelRejected} {NotSent} */
export type FetchImage = (image: Picture) => Promise<Pick<Image, "type" | "bytes">>;

/** With 5 MiB each, beside the documents of the sources that the function still holds. */
const fetchedAtOnceMax = 4;
const timeoutMs = 5 * secondMs;
/** After so much time of fetching no further image is fetched, so that a run ends within its time. */
const fetchingMsMax = 10 * secondMs;

/** Fetches images through the guarded client. */
export function openFetchImage({ allowLoopback }: { allowLoopback: boolean }): FetchImage {
  return async (image) => {
    const [fetched] = await fetchImages([image], anyImage, { timeoutMs, allowLoopback });
    if (fetched === undefined) throw new Error("no image was fetched");
    return fetched;
  };
}

interface Checking {
  pipeline: Pipeline;
  brand: Brand;
  /** The limits of the brand's accounts, for the channels whose accounts have limits of their own. */
  limits: ReadonlyMap<ChannelName, ChannelLimits>;
}

/** Whether an image of a candidate can be published on a channel. */
export type CanShow = (channel: ChannelName, image: Picture) => boolean;

/**
 * Checks the images of a run's candidates, if the brand wants images. An image can be published on a channel if it can be
 * fetched now, and the channel takes its type and size. Returns a function that fetches each image once, also if the run
 * chooses again.
 */
export function openImageCheck(fetchImage: FetchImage) {
  /** Does not count the time between two checks, in which a model writes. */
  let fetchingMs = 0;
  /** By URL. Null: it cannot be fetched. */
  const checked = new Map<string, { type: Image["type"]; size: number } | null>();

  async function check(image: Picture): Promise<void> {
    try {
      const { type, bytes } = await fetchImage(image);
      checked.set(image.url, { type, size: bytes.length });
    } catch (error) {
      if (!(error instanceof ChannelRejected || error instanceof NotSent)) throw error;
      checked.set(image.url, null);
    }
  }

  return async (
    candidates: readonly Candidate[],
    { pipeline, brand, limits }: Checking,
  ): Promise<CanShow> => {
    const isShown = pipeline.channels.some((name) => (limits.get(name) ?? limitsOf(name)).images > 0);
    const isWanted = brand.settings.images === "source" && isShown;
    const images = candidates.flatMap(({ item }) => (isWanted && item.image !== null ? [item.image] : []));
    const byUrl = new Map(images.map((image) => [image.url, image]));
    const unchecked = [...byUrl.values()].filter(({ url }) => !checked.has(url));
    for (let start = 0; start < unchecked.length; start += fetchedAtOnceMax) {
      if (fetchingMs > fetchingMsMax) break;
      const startedAtMs = performance.now();
      await Promise.all(unchecked.slice(start, start + fetchedAtOnceMax).map(check));
      fetchingMs += performance.now() - startedAtMs;
    }

    return (channel, { url }) => {
      const image = checked.get(url) ?? null;
      const { types, bytesMax } = imageRulesOf(channel, limits.get(channel));
      return image !== null && types.includes(image.type) && image.size <= bytesMax;
    };
  };
}
