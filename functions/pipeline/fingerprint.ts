import { createHash } from "node:crypto";
import { fingerprintLength } from "../domain/posted-stories.ts";
import { canonicalUrl } from "./canonical-url.ts";
import type { SourceItem } from "./sources/source.ts";

/** Identifies an item by 48 bits: the same for every source that reports it, and for every tracking parameter in its link. */
export function fingerprint({ url }: Pick<SourceItem, "url">): string {
  return createHash("sha256").update(canonicalUrl(url)).digest("base64url").slice(0, fingerprintLength);
}
