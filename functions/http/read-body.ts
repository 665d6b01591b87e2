import type { IncomingMessage } from "node:http";

/** `full`: the body is larger than the limit. `cut`: the connection ended before the body did. */
export type BodyEnd = "complete" | "full" | "cut";

/** Reads a body up to a limit. Calls `report` exactly once with the bytes that were read, however the body ends. */
export function readBody(
  incoming: IncomingMessage,
  maxBytes: number,
  report: (body: Buffer, end: BodyEnd) => void,
): void {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  let isReported = false;
  const end = (how: BodyEnd) => {
    if (isReported) return;
    isReported = true;
    report(Buffer.concat(chunks).subarray(0, maxBytes), how);
  };

  incoming.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) end("full");
  });
  incoming.on("end", () => end("complete"));
  // "close" follows every error and reports it.
  incoming.on("error", () => {});
  incoming.on("close", () => end("cut"));
}
