import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeAll, expect, it } from "vitest";
import { type GuardedFetchOptions, guardedFetch } from "../../functions/http/guarded-fetch.ts";
import type { RequestBody } from "../../functions/http/request-body.ts";
import { countConnections } from "../support/http/count-connections.ts";
import { httpsOptions } from "../support/http/guarded-fetch.ts";
import { startHttps, trustedCertificate } from "../support/http/servers.ts";

let certificate: { key: string; cert: string };
beforeAll(async () => {
  certificate = await trustedCertificate();
});

const pooled: GuardedFetchOptions = { ...httpsOptions, method: "POST", keepAlive: true };

/** Starts an HTTPS server that stores what it received. */
async function startReceiver() {
  const received: { headers: IncomingHttpHeaders; body: Buffer }[] = [];
  const sockets: Socket[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    sockets.push(request.socket);
    received.push({ headers: request.headers, body: await buffer(request) });
    response.end();
  };
  const port = await startHttps(certificate, (request, response) => void take(request, response));
  return { url: `https://localhost:${port}/`, received, sockets };
}

const piece = 64 * 1024;
const bytesOf = (length: number) => Buffer.from(Array.from({ length }, (_, index) => index % 251));

it.each<[string, RequestBody]>([
  ["a small one", bytesOf(10)],
  ["one of exactly one piece", bytesOf(piece)],
  ["one byte more than a piece", bytesOf(piece + 1)],
  ["many pieces", bytesOf(10 * piece + 7)],
  ["a long text", "é".repeat(piece)],
  ["several buffers", [bytesOf(3), bytesOf(2 * piece + 1), Buffer.alloc(0), bytesOf(5)]],
  ["no buffer at all", []],
])("a body arrives as it is, with its length: %s", async (_, body) => {
  const { url, received } = await startReceiver();
  for (const keepAlive of [true, false]) await guardedFetch(url, { ...pooled, body, keepAlive });
  const expected = Array.isArray(body) ? Buffer.concat(body) : Buffer.from(body.toString("latin1"), "latin1");
  const bytes = typeof body === "string" ? Buffer.from(body) : Buffer.isBuffer(body) ? body : expected;
  expect(received.map((one) => one.body.equals(bytes))).toEqual([true, true]);
  for (const { headers } of received) {
    expect(headers["content-length"]).toBe(String(bytes.length));
    expect(headers["transfer-encoding"]).toBeUndefined();
  }
});

it("a large body is sent again as a whole when the server has just closed the idle connection", async () => {
  const { url, received, sockets } = await startReceiver();
  const body = [bytesOf(3 * piece), bytesOf(100)];
  await guardedFetch(url, { ...pooled, body });
  for (const socket of sockets) socket.destroy();
  await guardedFetch(url, { ...pooled, body });
  expect(received.map((one) => one.body.equals(Buffer.concat(body)))).toEqual([true, true]);
});

it("a response that comes before a large body was read counts, and its connection is not used again", async () => {
  const port = await startHttps(certificate, (_, response) => response.writeHead(413).end());
  const connections = countConnections();
  for (let count = 1; count <= 2; count += 1) {
    const { status } = await guardedFetch(`https://localhost:${port}/`, {
      ...pooled,
      body: Buffer.alloc(20_000_000),
    });
    expect(status).toBe(413);
    expect(connections()).toBe(count);
  }
});

it("a server that does not read a large body is a timeout", async () => {
  const port = await startHttps(certificate, (request) => void request.pause());
  const sent = guardedFetch(`https://localhost:${port}/`, {
    ...pooled,
    timeoutMs: 300,
    body: Buffer.alloc(20_000_000),
  });
  await expect(sent).rejects.toMatchObject({ code: "timeout", requestSent: true });
});

it("an open connection keeps no body of the requests that it has served", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  const { url, received } = await startReceiver();
  const connections = countConnections();
  const sendOne = async (): Promise<WeakRef<Buffer>> => {
    const body = Buffer.alloc(2 * piece);
    await guardedFetch(url, { ...pooled, body: [body] });
    return new WeakRef(body);
  };
  const bodies: WeakRef<Buffer>[] = [];
  for (let count = 0; count < 5; count += 1) bodies.push(await sendOne());
  expect([received.length, connections()]).toEqual([5, 1]);
  for (let tries = 0; tries < 20 && bodies.some((body) => body.deref() !== undefined); tries += 1) {
    await sleep(20);
    collectGarbage();
  }
  expect(bodies.map((body) => body.deref()?.length)).toEqual(Array(5).fill(undefined));
});
