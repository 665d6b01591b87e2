import fc from "fast-check";

/** A request that no HTTP client would send. Each character of the text is one byte. */
export interface RawRequest {
  name: string;
  text: string;
  /** Whether the request is complete, so that a response must come. */
  isComplete: boolean;
}

const body = '{"name":"a","timezone":"UTC"}';
const get = "GET /v1/brands HTTP/1.1\r\nHost: localhost\r\n";
const post = "POST /v1/brands HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
const chunk = `${body.length.toString(16)}\r\n${body}\r\n`;

/** `@` stands for the `Authorization` header. */
const complete: Readonly<Record<string, string>> = {
  "as it should be": `${get}@\r\n`,
  "two in one": `${get}@\r\n${get}@\r\n`,
  "no host": "GET /v1/brands HTTP/1.1\r\n@\r\n",
  "two hosts": `${get}Host: evil.example\r\n@\r\n`,
  "HTTP/1.0": "GET /v1/brands HTTP/1.0\r\n@\r\n",
  "HTTP/9.9": "GET /v1/brands HTTP/9.9\r\nHost: localhost\r\n@\r\n",
  "HTTP/2 preface": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "a whole URL": "GET https://evil.example/v1/brands HTTP/1.1\r\nHost: localhost\r\n@\r\n",
  "an asterisk": "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n@\r\n",
  "a tunnel": "CONNECT 169.254.169.254:80 HTTP/1.1\r\nHost: localhost\r\n@\r\n",
  "an upgrade": `${get}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n@\r\n`,
  "an upgrade to h2c": `${get}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n@\r\n`,
  "a small method": "get /v1/brands HTTP/1.1\r\nHost: localhost\r\n@\r\n",
  "a long method": `${"A".repeat(5_000)} / HTTP/1.1\r\nHost: localhost\r\n@\r\n`,
  "a space in the path": "GET /v1/bra nds HTTP/1.1\r\nHost: localhost\r\n@\r\n",
  "raw UTF-8 in the path": "GET /v1/brands/\u00c3\u00a9 HTTP/1.1\r\nHost: localhost\r\n@\r\n",
  "a null byte in the path": "GET /v1/brands/\u0000 HTTP/1.1\r\nHost: localhost\r\n@\r\n",
  "a null byte in a header": `${get}X-Null: a\u0000b\r\n@\r\n`,
  "a control character in a header": `${get}X-Bell: a\u0007b\r\n@\r\n`,
  "a space before the colon": `${get}X-Space : a\r\n@\r\n`,
  "no colon": `${get}X-Nothing\r\n@\r\n`,
  "an empty name": `${get}: a\r\n@\r\n`,
  "a folded header": `${get}X-Folded: a\r\n b\r\n@\r\n`,
  "bare line feeds": "GET /v1/brands HTTP/1.1\nHost: localhost\n\n",
  "bare carriage returns": "GET /v1/brands HTTP/1.1\rHost: localhost\r\r\r\n\r\n",
  "a header past the limit": `${get}X-Long: ${"x".repeat(40_000)}\r\n@\r\n`,
  "3,000 headers": `${get}${"X: y\r\n".repeat(3_000)}@\r\n`,
  "an expectation": `${post}@Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  "two lengths that agree": `${post}@Content-Length: ${body.length}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  "two lengths": `${post}@Content-Length: ${body.length}\r\nContent-Length: 5\r\n\r\n${body}`,
  "a list of lengths": `${post}@Content-Length: 29, 29\r\n\r\n${body}`,
  "a negative length": `${post}@Content-Length: -1\r\n\r\n${body}`,
  "a length with a sign": `${post}@Content-Length: +29\r\n\r\n${body}`,
  "a length in hexadecimal": `${post}@Content-Length: 0x1d\r\n\r\n${body}`,
  "no number for a length": `${post}@Content-Length: many\r\n\r\n${body}`,
  "an endless length": `${post}@Content-Length: 99999999999999999999\r\n\r\n${body}`,
  "a length too short": `${post}@Content-Length: 5\r\n\r\n${body}`,
  "a length beside chunks": `${post}@Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`,
  "an unknown transfer coding": `${post}@Transfer-Encoding: cow\r\n\r\n${body}`,
  "chunks named oddly": `${post}@Transfer-Encoding: \u000bchunked\r\n\r\n${chunk}0\r\n\r\n`,
  "chunks twice": `${post}@Transfer-Encoding: chunked, chunked\r\n\r\n${chunk}0\r\n\r\n`,
  "chunks by name": `${post}@Transfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`,
  "chunks with trailers": `${post}@Transfer-Encoding: chunked\r\n\r\n${chunk}0\r\nAuthorization: x\r\nX-Injected: 1\r\n\r\n`,
  "chunks with extensions": `${post}@Transfer-Encoding: chunked\r\n\r\n1d;${"a=b;".repeat(2_000)}\r\n${body}\r\n0\r\n\r\n`,
  "a chunk of no size": `${post}@Transfer-Encoding: chunked\r\n\r\nzz\r\n${body}\r\n0\r\n\r\n`,
  "a chunk of endless size": `${post}@Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n${body}\r\n0\r\n\r\n`,
};

const incomplete: Readonly<Record<string, string>> = {
  nothing: "",
  "HTTP/0.9": "GET /v1/brands\r\n",
  "another TLS hello": "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
  "empty lines": "\r\n".repeat(500),
  "half a line": "GET /v1/bra",
  "half a head": `${get}Authoriz`,
  "a length too long": `${post}@Content-Length: 5000\r\n\r\n${body}`,
  "chunks without an end": `${post}@Transfer-Encoding: chunked\r\n\r\n${chunk}`,
  "half a chunk": `${post}@Transfer-Encoding: chunked\r\n\r\nffff\r\n${body}`,
};

export const rawRequests: readonly RawRequest[] = [
  ...Object.entries(complete).map(([name, text]) => ({ name, text, isComplete: true })),
  ...Object.entries(incomplete).map(([name, text]) => ({ name, text, isComplete: false })),
];

/** Generates one of these requests with some bytes changed, removed or added. */
export const mutatedRequests: fc.Arbitrary<RawRequest> = fc
  .tuple(
    fc.constantFrom(...rawRequests),
    fc.array(
      fc.tuple(fc.nat(4_000), fc.constantFrom("\r", "\n", "\0", " ", ":", "\u00ff", "", "0", "\r\n\r\n")),
      { minLength: 1, maxLength: 3 },
    ),
    fc.nat(2),
  )
  .map(([{ name, text }, edits, width]) => ({
    name: `${name}, mutated`,
    text: edits.reduce((edited, [position, added]) => {
      const at = position % Math.max(1, Math.min(edited.length, 300));
      return edited.slice(0, at) + added + edited.slice(at + width);
    }, text),
    isComplete: false,
  }));
