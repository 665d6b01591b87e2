import { createHash } from "node:crypto";

/** A document that clients and the edge may cache for a minute. Returns 304 if the client has it (RFC 9110, 13.1.2). */
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
