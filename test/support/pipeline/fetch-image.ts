import { NotSent } from "../../../functions/pipeline/channels/channel.ts";
import type { FetchImage } from "../../../functions/pipeline/stages/check-images.ts";
import { samplePng } from "./post-contents.ts";

/** Every image is a small PNG. */
export const fetchPng: FetchImage = () => Promise.resolve({ type: "image/png", bytes: samplePng });

/** No image can be fetched. */
export const fetchNoImage: FetchImage = () => Promise.reject(new NotSent("No server is there."));
