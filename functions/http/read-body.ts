import type { IncomingMessage } from "node:http";

/** `full`: there was more than asked for. `cut`: the connection ended before the body did. */
export type BodyEnd = "complete" | "full" | "cut";

/** Reads a body up to a limit and reports once, with what it has, however the body ends. */
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
  // An error is always followed by "close", which tells all there is to tell.
  incoming.on("error", () => {});
  incoming.on("close", () => end("cut"));
}
