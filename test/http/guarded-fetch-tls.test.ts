import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:https";
import { createServer as createTcpServer } from "node:net";
import { getCACertificates, type SecureVersion, setDefaultCACertificates, type TLSSocket } from "node:tls";
import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { guardedFetch } from "../../functions/http/guarded-fetch.ts";
import type { HostAddress } from "../../functions/http/resolve-host.ts";
import { failure, overHttps, toLoopback } from "../support/http/failure.ts";
import { trustedCertificate } from "../support/http/receiver.ts";
import { selfSigned } from "../support/http/self-signed.ts";

type Certificate = { key: string; cert: string };
type Handshake = { name: string | false; resumed: boolean };

const usualAuthorities = getCACertificates("default");
let certificate: Certificate;
beforeAll(async () => {
  certificate = await trustedCertificate();
});
beforeEach(() => {
  // Other authorities are a new beginning: no session of an earlier test is left.
  setDefaultCACertificates([...usualAuthorities, certificate.cert]);
});

/** An HTTPS server that notes for whom each handshake was, and whether it took up a session. */
async function startNoting(
  { key, cert }: Certificate,
  options: { address?: string; port?: number; version?: SecureVersion; ticketKeys?: Buffer } = {},
): Promise<{ port: number; handshakes: Handshake[]; server: Server }> {
  const handshakes: Handshake[] = [];
  const { version, ticketKeys } = options;
  const server = createServer(
    {
      key,
      cert,
      ...(version !== undefined && { minVersion: version, maxVersion: version }),
      ...(ticketKeys !== undefined && { ticketKeys }),
    },
    (_, response) => response.end("ok"),
  );
  server.on("secureConnection", (socket: TLSSocket & { servername?: string | false }) => {
    handshakes.push({ name: socket.servername ?? false, resumed: socket.isSessionReused() });
  });
  await new Promise<void>((resolve) =>
    server.listen(options.port ?? 0, options.address ?? "127.0.0.1", resolve),
  );
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not a TCP server");
  return { port: address.port, handshakes, server };
}

const ipv4: HostAddress = { address: "127.0.0.1", family: 4 };
const ipv6: HostAddress = { address: "::1", family: 6 };
const named = { ...overHttps, resolve: toLoopback };

test("the server is asked for by its name though connected to by address, and an address has no name", async () => {
  const { port, handshakes } = await startNoting(certificate);
  for (const host of ["hooks.example", "HOOKS.example.", "localhost", "127.0.0.1"]) {
    expect((await guardedFetch(`https://${host}:${port}/`, named)).status).toBe(200);
  }
  expect(handshakes.map(({ name }) => name)).toEqual(["hooks.example", "hooks.example", "localhost", false]);
});

test.each<SecureVersion>(["TLSv1.2", "TLSv1.3"])(
  "under %s the next connection takes up the session of the last",
  async (version) => {
    const { port, handshakes } = await startNoting(certificate, { version });
    for (let fetches = 0; fetches < 4; fetches += 1) {
      expect((await guardedFetch(`https://hooks.example:${port}/`, named)).status).toBe(200);
    }
    expect(handshakes.map(({ resumed }) => resumed)).toEqual([false, true, true, true]);
  },
);

test("a session is for one name at one set of addresses", async () => {
  const { port, handshakes } = await startNoting(certificate);
  const fetchAt = (host: string, ...addresses: HostAddress[]) =>
    guardedFetch(`https://${host}:${port}/`, { ...overHttps, resolve: async () => addresses });
  await fetchAt("hooks.example", ipv4, ipv6);
  await fetchAt("hooks.example", ipv4);
  await fetchAt("127.0.0.1");
  await fetchAt("localhost");
  // The order of the addresses is the name server's to change.
  await fetchAt("hooks.example", ipv6, ipv4);
  expect(handshakes.map(({ resumed }) => resumed)).toEqual([false, false, false, false, true]);
});

test("when an address refuses, the next is asked for the same name", async () => {
  const { port, handshakes } = await startNoting(certificate, { address: "::1" });
  await guardedFetch(`https://hooks.example:${port}/`, {
    ...overHttps,
    resolve: async () => [ipv4, ipv6],
  });
  expect(handshakes.map(({ name }) => name)).toEqual(["hooks.example"]);
});

test("a server that no longer knows the session is none the worse off", async () => {
  const first = await startNoting(certificate);
  await guardedFetch(`https://hooks.example:${first.port}/`, named);
  await new Promise((resolve) => first.server.close(resolve));
  const second = await startNoting(certificate, { port: first.port });
  expect((await guardedFetch(`https://hooks.example:${first.port}/`, named)).status).toBe(200);
  expect(second.handshakes.map(({ resumed }) => resumed)).toEqual([false]);
});

test("another server in its place must show its own certificate", async () => {
  const first = await startNoting(certificate);
  await guardedFetch(`https://hooks.example:${first.port}/`, named);
  await new Promise((resolve) => first.server.close(resolve));
  await startNoting(await selfSigned(["hooks.example"]), { port: first.port });
  expect(await failure(`https://hooks.example:${first.port}/`, named)).toMatchObject({ code: "tls" });
});

test.each<SecureVersion>(["TLSv1.2", "TLSv1.3"])(
  "under %s a refused certificate leaves no session behind",
  async (version) => {
    const stranger = await startNoting(await selfSigned(["hooks.example"]), { version });
    const misnamed = await startNoting(certificate, { version });
    for (let fetches = 0; fetches < 3; fetches += 1) {
      expect((await failure(`https://hooks.example:${stranger.port}/`, named)).code).toBe("tls");
      expect((await failure(`https://other.example:${misnamed.port}/`, named)).code).toBe("tls");
    }
    expect([...stranger.handshakes, ...misnamed.handshakes].filter(({ resumed }) => resumed)).toEqual([]);
  },
);

test("a session ends when its authority is no longer trusted", async () => {
  const { port } = await startNoting(certificate);
  await guardedFetch(`https://hooks.example:${port}/`, named);
  setDefaultCACertificates(usualAuthorities);
  expect((await failure(`https://hooks.example:${port}/`, named)).code).toBe("tls");
});

test("after a failure the next connection begins anew", async () => {
  const ticketKeys = randomBytes(48);
  const first = await startNoting(certificate, { ticketKeys });
  const url = `https://hooks.example:${first.port}/`;
  await guardedFetch(url, named);
  await new Promise((resolve) => first.server.close(resolve));
  const broken = createTcpServer((socket) => void socket.on("error", () => {}).resetAndDestroy());
  await new Promise<void>((resolve) => broken.listen(first.port, "127.0.0.1", resolve));
  expect((await failure(url, named)).code).toBe("connect");
  await new Promise((resolve) => broken.close(resolve));
  const second = await startNoting(certificate, { port: first.port, ticketKeys });
  await guardedFetch(url, named);
  await guardedFetch(url, named);
  expect(second.handshakes.map(({ resumed }) => resumed)).toEqual([false, true]);
});
