import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { StoredObject } from "./bucket-content.ts";
import { isCompressible } from "./media-types.ts";

/** In the order in which CloudFront prefers them. */
export const encodings = ["br", "gzip"] as const;
export type Encoding = (typeof encodings)[number];

const brotliQuality = 5;
const compressors: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (body) => promisify(gzip)(body),
};

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ServingCompressedFiles.html */
const compressedBytes = { min: 1_000, max: 10_000_000 };

/** Returns the encoding in which CloudFront sends an object to a viewer; undefined for an object that it does not compress. */
export function encodingFor(
  { body, contentType }: StoredObject,
  offered: readonly Encoding[],
  acceptEncoding: string,
): Encoding | undefined {
  if (body.length < compressedBytes.min || body.length > compressedBytes.max) return undefined;
  if (!isCompressible(contentType)) return undefined;
  const accepted = acceptEncoding
    .toLowerCase()
    .split(",")
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.replace(/;.*$/s, "").trim());
  return encodings.find((encoding) => offered.includes(encoding) && accepted.includes(encoding));
}

/** Returns a function that compresses each object once for each encoding, and keeps the result. */
export function compressor(): (object: StoredObject, encoding: Encoding) => Promise<Buffer> {
  const kept = new Map<StoredObject, Map<Encoding, Promise<Buffer>>>();
  return (object, encoding) => {
    const ofObject = kept.get(object) ?? new Map<Encoding, Promise<Buffer>>();
    kept.set(object, ofObject);
    const compressed = ofObject.get(encoding) ?? compressors[encoding](object.body);
    ofObject.set(encoding, compressed);
    return compressed;
  };
}
