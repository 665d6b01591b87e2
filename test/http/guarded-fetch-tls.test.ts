import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:https";
import { createServer as createTcpServer } from "node:net";
import { getCACertificates, type SecureVersion, setDefaultCACertificates, type TLSSocket } from "node:tls";
import { beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { guardedFetch } from "../../functions/http/guarded-fetch.ts";
import type { HostAddress } from "../../functions/http/resolve-host.ts";
import { fetchError, httpsOptions, resolveToLoopback } from "../support/http/guarded-fetch.ts";
import { selfSigned } from "../support/http/self-signed.ts";
import { trustedCertificate } from "../support/http/servers.ts";

interface Certificate {
  key: string;
  cert: string;
}
interface Handshake {
  name: string | false;
  resumed: boolean;
}

const defaultAuthorities = getCACertificates("default");
let certificate: Certificate;
beforeAll(async () => {
  certificate = await trustedCertificate();
});
beforeEach(() => {
  // A change of authorities clears the sessions of earlier tests.
  setDefaultCACertificates([...defaultAuthorities, certificate.cert]);
});

/** Starts an HTTPS server that records the host name of each handshake, and whether it resumed a session. */
async function startRecordingServer(
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
const options = { ...httpsOptions, resolve: resolveToLoopback };

it("a handshake names the host although the connection is to an address, and names none when the URL has an address", async () => {
  const { port, handshakes } = await startRecordingServer(certificate);
  for (const host of ["hooks.example", "HOOKS.example.", "localhost", "127.0.0.1"]) {
    expect((await guardedFetch(`https://${host}:${port}/`, options)).status).toBe(200);
  }
  expect(handshakes.map(({ name }) => name)).toEqual(["hooks.example", "hooks.example", "localhost", false]);
});

it.each<SecureVersion>(["TLSv1.2", "TLSv1.3"])(
  "under %s the next connection resumes the TLS session of the last one",
  async (version) => {
    const { port, handshakes } = await startRecordingServer(certificate, { version });
    for (let fetches = 0; fetches < 4; fetches += 1) {
      expect((await guardedFetch(`https://hooks.example:${port}/`, options)).status).toBe(200);
    }
    expect(handshakes.map(({ resumed }) => resumed)).toEqual([false, true, true, true]);
  },
);

it("a TLS session is used for one name at one set of addresses only", async () => {
  const { port, handshakes } = await startRecordingServer(certificate);
  const fetchAt = (host: string, ...addresses: HostAddress[]) =>
    guardedFetch(`https://${host}:${port}/`, { ...httpsOptions, resolve: async () => addresses });
  await fetchAt("hooks.example", ipv4, ipv6);
  await fetchAt("hooks.example", ipv4);
  await fetchAt("127.0.0.1");
  await fetchAt("localhost");
  // The name server may change the order of the addresses.
  await fetchAt("hooks.example", ipv6, ipv4);
  expect(handshakes.map(({ resumed }) => resumed)).toEqual([false, false, false, false, true]);
});

it("when one address refuses the connection, the handshake with the next address names the same host", async () => {
  const { port, handshakes } = await startRecordingServer(certificate, { address: "::1" });
  await guardedFetch(`https://hooks.example:${port}/`, {
    ...httpsOptions,
    resolve: async () => [ipv4, ipv6],
  });
  expect(handshakes.map(({ name }) => name)).toEqual(["hooks.example"]);
});

it("a fetch succeeds at a server that no longer knows the TLS session", async () => {
  const first = await startRecordingServer(certificate);
  await guardedFetch(`https://hooks.example:${first.port}/`, options);
  await new Promise((resolve) => first.server.close(resolve));
  const second = await startRecordingServer(certificate, { port: first.port });
  expect((await guardedFetch(`https://hooks.example:${first.port}/`, options)).status).toBe(200);
  expect(second.handshakes.map(({ resumed }) => resumed)).toEqual([false]);
});

it("a fetch fails when another server has taken the port and shows its own certificate", async () => {
  const first = await startRecordingServer(certificate);
  await guardedFetch(`https://hooks.example:${first.port}/`, options);
  await new Promise((resolve) => first.server.close(resolve));
  await startRecordingServer(await selfSigned(["hooks.example"]), { port: first.port });
  expect(await fetchError(`https://hooks.example:${first.port}/`, options)).toMatchObject({ code: "tls" });
});

it.each<SecureVersion>(["TLSv1.2", "TLSv1.3"])(
  "under %s a rejected certificate leaves no TLS session behind",
  async (version) => {
    const untrusted = await startRecordingServer(await selfSigned(["hooks.example"]), { version });
    const misnamed = await startRecordingServer(certificate, { version });
    for (let fetches = 0; fetches < 3; fetches += 1) {
      expect((await fetchError(`https://hooks.example:${untrusted.port}/`, options)).code).toBe("tls");
      expect((await fetchError(`https://other.example:${misnamed.port}/`, options)).code).toBe("tls");
    }
    expect([...untrusted.handshakes, ...misnamed.handshakes].filter(({ resumed }) => resumed)).toEqual([]);
  },
);

it("a TLS session is not resumed when its certificate authority is no longer trusted", async () => {
  const { port } = await startRecordingServer(certificate);
  await guardedFetch(`https://hooks.example:${port}/`, options);
  setDefaultCACertificates(defaultAuthorities);
  expect((await fetchError(`https://hooks.example:${port}/`, options)).code).toBe("tls");
});

it("after a failed connection the next connection does not resume a TLS session", async () => {
  const ticketKeys = randomBytes(48);
  const first = await startRecordingServer(certificate, { ticketKeys });
  const url = `https://hooks.example:${first.port}/`;
  await guardedFetch(url, options);
  await new Promise((resolve) => first.server.close(resolve));
  const resetting = createTcpServer((socket) => void socket.on("error", () => {}).resetAndDestroy());
  await new Promise<void>((resolve) => resetting.listen(first.port, "127.0.0.1", resolve));
  expect((await fetchError(url, options)).code).toBe("connect");
  await new Promise((resolve) => resetting.close(resolve));
  const second = await startRecordingServer(certificate, { port: first.port, ticketKeys });
  await guardedFetch(url, options);
  await guardedFetch(url, options);
  expect(second.handshakes.map(({ resumed }) => resumed)).toEqual([false, true]);
});
