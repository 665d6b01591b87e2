import { createHash } from "node:crypto";

/** A document that clients and the edge may keep for a minute, and that need not be sent twice (RFC 9110, 13.1.2). */
export function documentResponse(
  document: string,
  contentType: string,
  ifNoneMatch: string | undefined,
): { status?: 304; headers: Record<string, string>; body: string } {
  const tag = `"${createHash("sha256").update(document).digest("base64url").slice(0, 22)}"`;
  const headers = { "Content-Type": contentType, "Cache-Control": "public, max-age=60", ETag: tag };
  const known = ifNoneMatch?.split(",").map((one) => one.trim().replace(/^W\//, "")) ?? [];
  return known.includes(tag) || known.includes("*")
    ? { status: 304, headers, body: "" }
    : { headers, body: document };
}
