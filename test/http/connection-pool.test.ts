import { createServer } from "node:https";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createServer as createTlsServer } from "node:tls";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { guardedFetch } from "../../functions/http/guarded-fetch.ts";
import type { HostAddress } from "../../functions/http/resolve-host.ts";
import { listen } from "../../lib/demo/listen.ts";
import { countConnections } from "../support/http/count-connections.ts";
import { httpsOptions } from "../support/http/guarded-fetch.ts";
import { trustedCertificate } from "../support/http/servers.ts";

let certificate: { key: string; cert: string };
beforeAll(async () => {
  certificate = await trustedCertificate();
});

const pooled = { ...httpsOptions, method: "POST" as const, body: "{}", keepAlive: true };

/** Starts an HTTPS server that responds with the number of the connection of each request. */
async function startCountingServer(body = "") {
  const connections: Socket[] = [];
  const paths: string[] = [];
  const server = createServer(certificate, (request, response) => {
    paths.push(request.url ?? "");
    request.resume();
    response.end(`${connections.length}${body}`);
  });
  server.on("secureConnection", (socket) => connections.push(socket));
  const port = await listen(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port, connections, paths, server };
}

const resolveTo = (...addresses: string[]) => ({
  resolve: async (): Promise<HostAddress[]> => addresses.map((address) => ({ address, family: 4 as const })),
});

const post = async (port: number, options: object = {}, host = "localhost") =>
  (await guardedFetch(`https://${host}:${port}/hook`, { ...pooled, ...options })).body.toString();

it("deliveries to one endpoint reuse one connection when sequential, and use one connection each when concurrent", async () => {
  const { port, connections } = await startCountingServer();
  for (let count = 0; count < 5; count += 1) expect(await post(port)).toBe("1");
  await Promise.all([post(port), post(port), post(port)]);
  expect(connections).toHaveLength(3);
});

it("a pooled connection is used only for the addresses that were checked for it", async () => {
  const { port, connections } = await startCountingServer();
  await post(port, resolveTo("127.0.0.1"), "hooks.example");
  await post(port, resolveTo("127.0.0.1"), "hooks.example");
  expect(connections).toHaveLength(1);
  await post(port, resolveTo("127.0.0.1", "127.0.0.2"), "hooks.example");
  expect(connections).toHaveLength(2);
  // The open connection is not used once the name resolves to a forbidden address.
  const forbidden = post(port, resolveTo("10.0.0.1"), "hooks.example");
  await expect(forbidden).rejects.toMatchObject({ code: "blocked_address" });
});

it("a request on a connection that its server has just closed is sent on a new connection, and arrives once", async () => {
  const { port, connections, paths } = await startCountingServer();
  await post(port);
  // The client does not know yet that they are closed when it writes.
  for (const socket of connections) socket.destroy();
  expect(await post(port)).toBe("2");
  expect(paths).toHaveLength(2);
});

/** Starts a server that responds to the first request of the first connection, and calls `onNext` for every other request. */
async function startFailingServer(onNext: (socket: Socket, connections: number) => void) {
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

it("a request is not sent again to a server that read it and closed the connection later", async () => {
  const { port, requests } = await startFailingServer(
    (socket) => void setTimeout(() => socket.destroy(), 1_200),
  );
  await post(port);
  await expect(post(port)).rejects.toMatchObject({ code: "connect" });
  expect(requests()).toBe(2);
});

it("a request is not sent again to a server that closed the connection within its response", async () => {
  const { port, requests } = await startFailingServer((socket) =>
    socket.write("HTTP/1.1 2", () => setTimeout(() => socket.destroy(), 50)),
  );
  await post(port);
  await expect(post(port)).rejects.toMatchObject({ code: "connect" });
  expect(requests()).toBe(2);
});

it("a request that is sent again belongs to the same attempt: its latency and its timeout count from the beginning", async () => {
  const slowMs = 500;
  const { port } = await startFailingServer((socket, connections) => {
    if (connections === 1) setTimeout(() => socket.destroy(), slowMs);
    else setTimeout(() => socket.write("HTTP/1.1 204 No Content\r\n\r\n"), slowMs);
  });
  await post(port);
  const { latencyMs } = await guardedFetch(`https://localhost:${port}/hook`, pooled);
  expect(latencyMs).toBeGreaterThanOrEqual(2 * slowMs - 20);
  const silent = await startFailingServer((socket, connections) => {
    if (connections === 1) setTimeout(() => socket.destroy(), slowMs);
  });
  await post(silent.port);
  await expect(post(silent.port, { timeoutMs: 1_000 })).rejects.toMatchObject({
    code: "timeout",
    message: "localhost did not answer within 1 s",
  });
});

it("a request is not sent again to a server that responds without HTTP on a pooled connection", async () => {
  const { port, requests } = await startFailingServer((socket) => socket.write("no HTTP at all\r\n"));
  await post(port);
  await expect(post(port)).rejects.toMatchObject({ code: "protocol" });
  expect(requests()).toBe(2);
});

it("a request is not sent again to a server that does not respond on a pooled connection, and it times out", async () => {
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
  // The first connection served two requests. No other connection was made before the third request.
  expect(connections()).toBe(2);
});

it("a connection that was idle for two seconds is not reused", async () => {
  const { port, connections } = await startCountingServer();
  await post(port);
  await sleep(2_200);
  await post(port);
  expect(connections).toHaveLength(2);
});

it("a connection is closed when its response is longer than the body limit", async () => {
  const { port, connections } = await startCountingServer("x".repeat(100_000));
  await post(port, { maxBodyBytes: 1_024 });
  await post(port, { maxBodyBytes: 1_024 });
  expect(connections).toHaveLength(2);
});

it.for([0, 20])("a response that a server sends %i ms before the request is ignored", async (laterMs) => {
  let connections = 0;
  const server = createTlsServer(certificate, (socket) => {
    connections += 1;
    socket.on("error", () => undefined);
    socket.on("data", () => {
      const response = `HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n${connections}`;
      const unrequested = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfalse";
      socket.write(laterMs === 0 ? response + unrequested : response);
      if (laterMs > 0) setTimeout(() => socket.write(unrequested), laterMs);
    });
  });
  const port = await listen(server);
  onTestFinished(() => void server.close());
  expect(await post(port)).toBe("1");
  await sleep(100);
  expect(await post(port)).toBe("2");
});

it("a connection is not pooled without keepAlive", async () => {
  const { port, connections } = await startCountingServer();
  await post(port, { keepAlive: false });
  await post(port, { keepAlive: false });
  expect(connections).toHaveLength(2);
});
