import type { IncomingMessage } from "node:http";

/** API Gateway's limit of a payload. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** How much more is read and thrown away, so that a client that is still sending hears the answer. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;

/** The whole body as text; null where there is none, `too large` past API Gateway's limit. Rejects when the client goes away. */
export async function readBody(request: IncomingMessage): Promise<{ text: string | null } | "too large"> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
    if (bytes > MAX_DISCARDED_BYTES) break;
  }
  if (bytes > MAX_BODY_BYTES) return "too large";
  return { text: bytes === 0 ? null : Buffer.concat(chunks).toString("utf8") };
}
