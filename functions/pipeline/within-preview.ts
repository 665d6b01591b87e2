import { setTimeout as sleep } from "node:timers/promises";
import { NotSent } from "./channels/channel.ts";
import { requestOf } from "./sources/requests.ts";
import { type FetchSource, SourceError } from "./sources/source.ts";
import type { FetchImage } from "./stages/check-images.ts";

/** All sources of a preview must respond within this time. */
const fetchMsMax = 3_000;
/** After this time no further source is parsed. One takes 5 s at most, so a preview has its items after 9 s at the latest. */
const parseStartMsMax = 4_000;

/**
 * Gives all sources of a preview one common time limit. A source that has not responded by then, or that would be asked later,
 * is left out: the stage `discover` names it like a source that cannot be read.
 */
export function withinPreview(fetchSource: FetchSource): FetchSource {
  const startedAtMs = performance.now();
  const elapsedMs = () => performance.now() - startedAtMs;
  return async (source) => {
    const leftOut = () => {
      const { name } = requestOf(source, 0);
      return new SourceError(`${name} was left out: a preview reads sources for ${fetchMsMax / 1_000} s`);
    };
    const remainingMs = fetchMsMax - elapsedMs();
    if (remainingMs <= 0) throw leftOut();
    const fetched = await Promise.race([fetchSource(source), sleep(remainingMs, null, { ref: false })]);
    if (fetched === null) throw leftOut();
    const parse = () => {
      if (elapsedMs() > parseStartMsMax) throw leftOut();
      return fetched.parse();
    };
    return { ...fetched, parse };
  };
}

/** The images of a preview must be fetched within this time. An image that is not fetched by then is left out. */
const imagesMsMax = 1_500;

/** Gives all images of a preview one common time limit, which begins with the first of them. */
export function imagesWithinPreview(fetchImage: FetchImage): FetchImage {
  let endsAtMs: number | undefined;
  return async (image) => {
    endsAtMs ??= performance.now() + imagesMsMax;
    const remainingMs = Math.max(0, endsAtMs - performance.now());
    const fetched = await Promise.race([fetchImage(image), sleep(remainingMs, null, { ref: false })]);
    if (fetched === null) throw new NotSent("The preview had no time left for the image.");
    return fetched;
  };
}
