import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { expect, it } from "vitest";
import { errorFaults } from "../support/api/responses.ts";
import { openClient } from "../support/client/checked-client.ts";
import { provided } from "../support/setup/provided.ts";

const { url, httpUrl, tls } = provided("service");
const ca = readFileSync(tls.caFile);
const responseTimeoutMs = 5_000;

/** Sends raw bytes. Returns everything that comes back until the service closes or resets the connection. */
function exchange(to: "https" | "http", bytes: string | Buffer): Promise<string> {
  const port = Number(new URL(to === "https" ? url : httpUrl).port);
  const options = { host: "127.0.0.1", port };
  const socket =
    to === "https" ? connectSecurely({ ...options, ca, servername: "localhost" }) : connect(options);
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new Error(`still open after ${responseTimeoutMs / 1_000} s`));
      socket.destroy();
    }, responseTimeoutMs);
    socket.on(to === "https" ? "secureConnect" : "connect", () => socket.write(bytes));
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      clearTimeout(late);
      resolve(Buffer.concat(chunks).toString("latin1"));
    });
  });
}

/** Returns the parts of a text that is one HTTP response. */
function parsed(text: string) {
  const end = text.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = text.slice(end + 4);
  return { status: Number(statusLine.split(" ")[1]), headers, text: body };
}

/**
 * Returns the differences between a response and the contract's error; empty if there are none. The HTTP listener may
 * also redirect a request that is valid HTTP.
 */
function rejectionFaults(text: string, by: "https" | "http"): string[] {
  const response = parsed(text);
  if (by === "http" && response.status === 301) return [];
  const status = response.status === 404 ? 404 : 400;
  return errorFaults({ ...response, json: JSON.parse(response.text) }, status, by);
}

async function isAlive(by: "https" | "http"): Promise<boolean> {
  const text = await exchange(by, `GET /v1/brands HTTP/1.1\r\nHost: localhost\r\n${close}`);
  return parsed(text).status === (by === "https" ? 401 : 301);
}

const close = "Connection: close\r\n\r\n";
const invalidRequests: [name: string, bytes: string | Buffer][] = [
  ["text", "hello\r\n\r\n"],
  ["random bytes", Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index * 89 + 7) % 256))],
  ["null bytes", Buffer.concat([Buffer.alloc(64), Buffer.from("\r\n\r\n")])],
  ["an unknown version", `GET / HTTP/9.9\r\nHost: a\r\n${close}`],
  ["an unknown method", `FROB / HTTP/1.1\r\nHost: a\r\n${close}`],
  ["a null byte in the path", `GET /v1/brands/\u0000 HTTP/1.1\r\nHost: a\r\n${close}`],
  ["a space in the path", `GET /v1/ brands HTTP/1.1\r\nHost: a\r\n${close}`],
  ["a header without a colon", `GET / HTTP/1.1\r\nHost a\r\n${close}`],
  ["a null byte in a header", `GET / HTTP/1.1\r\nHost: a\u0000b\r\n${close}`],
  ["two lengths", `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n${close}ab`],
  ["an invalid length", `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n${close}`],
  [
    "a length and chunks",
    `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n${close}0\r\n\r\n`,
  ],
  ["an invalid chunk", `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n${close}zz\r\n`],
  ["a tunnel", `CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n${close}`],
];

/** Larger than the service reads. A client that still sends may get a reset connection instead of the response. */
const oversizedRequests: [name: string, bytes: string][] = [
  ["too many headers", `GET / HTTP/1.1\r\nHost: a\r\n${"X-A: b\r\n".repeat(10_000)}${close}`],
  ["too long a path", `GET /${"a".repeat(100_000)} HTTP/1.1\r\nHost: a\r\n${close}`],
];

const onBothListeners = <Bytes>(requests: readonly (readonly [string, Bytes])[]) =>
  (["https", "http"] as const).flatMap((to) => requests.map(([name, bytes]) => [to, name, bytes] as const));

it.each(onBothListeners(invalidRequests))(
  "the %s listener responds to %s with the contract's error and keeps working",
  async (to, _, bytes) => {
    expect(rejectionFaults(await exchange(to, bytes), to)).toEqual([]);
    expect(await isAlive(to)).toBe(true);
  },
);

it.each(onBothListeners(oversizedRequests))(
  "the %s listener closes the connection of %s and keeps working",
  async (to, _, bytes) => {
    const text = await exchange(to, bytes);
    expect(text === "" ? [] : rejectionFaults(text, to)).toEqual([]);
    expect(await isAlive(to)).toBe(true);
  },
);

it.each(["https", "http"] as const)(
  "the %s listener closes a connection with another protocol",
  async (to) => {
    const port = to === "https" ? new URL(url).port : new URL(httpUrl).port;
    const socket = connect({ host: "127.0.0.1", port: Number(port) });
    socket.on("error", () => socket.destroy());
    await once(socket, "connect");
    // A TLS record with an invalid hello message.
    socket.write(
      Buffer.from([0x16, 0x03, 0x01, 0x00, 0x05, 0x01, 0x00, 0x00, 0x01, 0xff, 0x0d, 0x0a, 0x0d, 0x0a]),
    );
    socket.resume();
    await once(socket, "close", { signal: AbortSignal.timeout(responseTimeoutMs) });
    const client = openClient(provided("service"), { timeoutMs: responseTimeoutMs });
    expect((await client.call("GET", "/v1/brands")).status).toBe(401);
    client.close();
  },
);

const paths = [
  "/",
  "/v1/brands",
  "/v1/posts?b=1&a=2&a=3&c=%20x",
  "/feeds/a.json?",
  "/v1/%00",
  "/v1/brands/..%2f?x=%0d%0a",
];
it.each(["GET", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"])(
  "plain HTTP redirects %s permanently to the same path and query over HTTPS",
  async (method) => {
    for (const path of paths) {
      const outgoing = request(httpUrl, { method, path, headers: { Authorization: "Bearer x" } });
      outgoing.end(method === "POST" ? "{}" : undefined);
      const [response] = await once(outgoing, "response", {
        signal: AbortSignal.timeout(responseTimeoutMs),
      });
      response.resume();
      expect(response.statusCode).toBe(301);
      // RFC 6797, section 7.2: never over plain HTTP.
      expect(response.headers["strict-transport-security"]).toBeUndefined();
      expect(response.headers).toMatchObject({
        location: url + path,
        "x-request-id": expect.stringMatching(/\S/),
      });
    }
  },
);
