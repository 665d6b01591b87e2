import type { IncomingMessage } from "node:http";

/** API Gateway's limit of a payload. */
const bodyBytesMax = 10 * 1024 * 1024;
/** A larger body is read up to here and discarded, because a client that is still sending does not read the response. */
const discardedBytesMax = 64 * 1024 * 1024;

/**
 * Reads the whole body as text: null for no body, `too large` above the limit. Rejects when the client disconnects.
 * @param bytesMax @default API Gateway's limit
 */
export async function readBody(
  request: IncomingMessage,
  bytesMax: number = bodyBytesMax,
): Promise<{ text: string | null } | "too large"> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes <= bytesMax) chunks.push(chunk);
    else chunks.length = 0;
    if (bytes > discardedBytesMax) break;
  }
  if (bytes > bytesMax) return "too large";
  return { text: bytes === 0 ? null : Buffer.concat(chunks).toString("utf8") };
}
