import { createServer } from "node:https";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createServer as createTlsServer } from "node:tls";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { guardedFetch } from "../../functions/http/guarded-fetch.ts";
import type { HostAddress } from "../../functions/http/resolve-host.ts";
import { listen } from "../../lib/demo/listen.ts";
import { countConnections } from "../support/http/connections.ts";
import { overHttps } from "../support/http/failure.ts";
import { trustedCertificate } from "../support/http/receiver.ts";

let certificate: { key: string; cert: string };
beforeAll(async () => {
  certificate = await trustedCertificate();
});

const kept = { ...overHttps, method: "POST" as const, body: "{}", keepAlive: true };

/** An HTTPS server that answers with the number of the connection that a request came by. */
async function startCounting(body = "") {
  const connections: Socket[] = [];
  const seen: string[] = [];
  const server = createServer(certificate, (request, response) => {
    seen.push(request.url ?? "");
    request.resume();
    response.end(`${connections.length}${body}`);
  });
  server.on("secureConnection", (socket) => connections.push(socket));
  const port = await listen(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port, connections, seen, server };
}

const resolveTo = (...addresses: string[]) => ({
  resolve: async (): Promise<HostAddress[]> => addresses.map((address) => ({ address, family: 4 as const })),
});

const post = async (port: number, options: object = {}, host = "localhost") =>
  (await guardedFetch(`https://${host}:${port}/hook`, { ...kept, ...options })).body.toString();

test("deliveries one after the other to one endpoint take one connection, side by side one each", async () => {
  const { port, connections } = await startCounting();
  for (let count = 0; count < 5; count += 1) expect(await post(port)).toBe("1");
  await Promise.all([post(port), post(port), post(port)]);
  expect(connections).toHaveLength(3);
});

test("a connection serves only the addresses that were checked for it", async () => {
  const { port, connections } = await startCounting();
  await post(port, resolveTo("127.0.0.1"), "hooks.example");
  await post(port, resolveTo("127.0.0.1"), "hooks.example");
  expect(connections).toHaveLength(1);
  await post(port, resolveTo("127.0.0.1", "127.0.0.2"), "hooks.example");
  expect(connections).toHaveLength(2);
  // What was an open connection to an address is none any more once the name points to a forbidden one.
  const forbidden = post(port, resolveTo("10.0.0.1"), "hooks.example");
  await expect(forbidden).rejects.toMatchObject({ code: "blocked_address" });
});

test("a request that meets a connection which its server has just closed is made on a new one, and reaches it once", async () => {
  const { port, connections, seen } = await startCounting();
  await post(port);
  // The client does not know yet when it writes.
  for (const socket of connections) socket.destroy();
  expect(await post(port)).toBe("2");
  expect(seen).toHaveLength(2);
});

/** A server that answers the first request of each connection, and does as told with the next one. */
async function startBreaking(onNext: (socket: Socket, connections: number) => void) {
  let connections = 0;
  let requests = 0;
  const server = createTlsServer(certificate, (socket) => {
    connections += 1;
    let isFirst = true;
    socket.on("error", () => undefined);
    socket.on("data", () => {
      requests += 1;
      if (isFirst && connections === 1) socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1");
      else onNext(socket, connections);
      isFirst = false;
    });
  });
  const port = await listen(server);
  onTestFinished(() => void server.close());
  return { port, requests: () => requests };
}

test("a server that takes a request and breaks off later is not asked again", async () => {
  const { port, requests } = await startBreaking((socket) => void setTimeout(() => socket.destroy(), 1_200));
  await post(port);
  await expect(post(port)).rejects.toMatchObject({ code: "connect" });
  expect(requests()).toBe(2);
});

test("a server that breaks off within its answer is not asked again", async () => {
  const { port, requests } = await startBreaking((socket) =>
    socket.write("HTTP/1.1 2", () => setTimeout(() => socket.destroy(), 50)),
  );
  await post(port);
  await expect(post(port)).rejects.toMatchObject({ code: "connect" });
  expect(requests()).toBe(2);
});

test("what is asked again is the same attempt: its time and its limit count from the beginning", async () => {
  const slowMs = 500;
  const { port } = await startBreaking((socket, connections) => {
    if (connections === 1) setTimeout(() => socket.destroy(), slowMs);
    else setTimeout(() => socket.write("HTTP/1.1 204 No Content\r\n\r\n"), slowMs);
  });
  await post(port);
  const { latencyMs } = await guardedFetch(`https://localhost:${port}/hook`, kept);
  expect(latencyMs).toBeGreaterThanOrEqual(2 * slowMs - 20);
  const silent = await startBreaking((socket, connections) => {
    if (connections === 1) setTimeout(() => socket.destroy(), slowMs);
  });
  await post(silent.port);
  await expect(post(silent.port, { timeoutMs: 1_000 })).rejects.toMatchObject({
    code: "timeout",
    message: "localhost did not answer within 1 s",
  });
});

test("a server that answers no HTTP on a kept connection has failed, and is asked no second time", async () => {
  const { port, requests } = await startBreaking((socket) => socket.write("no HTTP at all\r\n"));
  await post(port);
  await expect(post(port)).rejects.toMatchObject({ code: "protocol" });
  expect(requests()).toBe(2);
});

test("a server that answers no more on a kept connection is a timeout, and is asked no second time", async () => {
  let requests = 0;
  const server = createServer(certificate, (request, response) => {
    requests += 1;
    request.resume();
    if (requests !== 2) response.end(String(requests));
  });
  const port = await listen(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const connections = countConnections();
  expect(await post(port)).toBe("1");
  await expect(post(port, { timeoutMs: 1_100 })).rejects.toMatchObject({ code: "timeout" });
  expect(await post(port)).toBe("3");
  // The first one served twice; none was made between its end and the third request.
  expect(connections()).toBe(2);
});

test("a connection that has been idle for two seconds is not taken up", async () => {
  const { port, connections } = await startCounting();
  await post(port);
  await sleep(2_200);
  await post(port);
  expect(connections).toHaveLength(2);
});

test("an answer longer than what is kept of it ends its connection", async () => {
  const { port, connections } = await startCounting("x".repeat(100_000));
  await post(port, { maxBodyBytes: 1_024 });
  await post(port, { maxBodyBytes: 1_024 });
  expect(connections).toHaveLength(2);
});

test.for([0, 20])("a server that answers %i ms before it is asked is not believed", async (laterMs) => {
  let connections = 0;
  const server = createTlsServer(certificate, (socket) => {
    connections += 1;
    socket.on("error", () => undefined);
    socket.on("data", () => {
      const answer = `HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n${connections}`;
      const unasked = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfalse";
      socket.write(laterMs === 0 ? answer + unasked : answer);
      if (laterMs > 0) setTimeout(() => socket.write(unasked), laterMs);
    });
  });
  const port = await listen(server);
  onTestFinished(() => void server.close());
  expect(await post(port)).toBe("1");
  await sleep(100);
  expect(await post(port)).toBe("2");
});

test("without being asked for, no connection is kept", async () => {
  const { port, connections } = await startCounting();
  await post(port, { keepAlive: false });
  await post(port, { keepAlive: false });
  expect(connections).toHaveLength(2);
});
