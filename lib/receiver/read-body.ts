import type { IncomingMessage } from "node:http";

const bodyBytesMax = 1024 * 1024;

/** Reads the raw body. Returns null when it is larger than 1 MiB. Rejects when the request is cut off. */
export async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    // Reads to the end, because a reset connection would lose the response.
    if (bytes <= bodyBytesMax) chunks.push(chunk);
  }
  return bytes <= bodyBytesMax ? Buffer.concat(chunks) : null;
}
