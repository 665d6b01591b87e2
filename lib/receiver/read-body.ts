import type { IncomingMessage } from "node:http";

const bodyBytesMax = 1024 * 1024;

/** The raw body, or null when it is larger than a mebibyte. Rejects when the request is cut off. */
export async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    // Read on to the end, so that the answer is not lost to a reset connection.
    if (bytes <= bodyBytesMax) chunks.push(chunk);
  }
  return bytes <= bodyBytesMax ? Buffer.concat(chunks) : null;
}
