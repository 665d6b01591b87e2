import type { ClientRequest } from "node:http";
import { Readable } from "node:stream";

/** The body of a request: a text, bytes, or bytes in several pieces, so that the caller need not join them. */
export type RequestBody = string | Buffer | readonly Buffer[];

/** TLS holds an encrypted copy of what it sends at once. */
const pieceBytes = 64 * 1024;

/** Sends the body of a request and ends the request. A large body is sent in pieces, as fast as the server takes them. */
export function sendBody(outgoing: ClientRequest, body: RequestBody | null): void {
  if (body === null || typeof body === "string" || isSmall(body)) {
    outgoing.end(body ?? undefined);
    return;
  }
  const buffers = Buffer.isBuffer(body) ? [body] : body;
  outgoing.setHeader("Content-Length", bodyBytes(body));
  Readable.from(piecesOf(buffers)).pipe(outgoing);
}

/** The length of a body, in bytes. */
export function bodyBytes(body: RequestBody): number {
  if (typeof body === "string" || Buffer.isBuffer(body)) return Buffer.byteLength(body);
  return body.reduce((sum, { length }) => sum + length, 0);
}

function isSmall(body: Buffer | readonly Buffer[]): body is Buffer {
  return Buffer.isBuffer(body) && body.length <= pieceBytes;
}

function* piecesOf(buffers: readonly Buffer[]): Generator<Buffer> {
  for (const buffer of buffers)
    for (let start = 0; start < buffer.length; start += pieceBytes)
      yield buffer.subarray(start, start + pieceBytes);
}
