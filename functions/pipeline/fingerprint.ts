import { createHash } from "node:crypto";
import { canonicalUrl } from "./canonical-url.ts";
import type { SourceItem } from "./sources/source.ts";

/** Knows an item again, whichever source reports it and however its link is decorated. 72 bits. */
export function fingerprint({ url }: SourceItem): string {
  return createHash("sha256").update(canonicalUrl(url)).digest("base64url").slice(0, 12);
}
