import { createHash } from "node:crypto";
import { canonicalUrl } from "./canonical-url.ts";
import type { SourceItem } from "./sources/source.ts";

/** Identifies an item by 72 bits: the same for every source that reports it, and for every tracking parameter in its link. */
export function fingerprint({ url }: SourceItem): string {
  return createHash("sha256").update(canonicalUrl(url)).digest("base64url").slice(0, 12);
}
