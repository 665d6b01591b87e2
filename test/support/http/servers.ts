import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { onTestFinished } from "vitest";
import { selfSigned } from "./self-signed.ts";

/** Creates a certificate for the names that the tests use, and makes this process trust it. */
export async function trustedCertificate(): Promise<{ key: string; cert: string }> {
  const { key, cert } = await selfSigned(["localhost", "hooks.example"]);
  setDefaultCACertificates([...getCACertificates("default"), cert]);
  return { key, cert };
}

/** Starts an HTTPS server on a free port of 127.0.0.1, closed when the test ends. Returns the port. */
export async function startHttps(
  certificate: { key: string; cert: string },
  listener: RequestListener,
): Promise<number> {
  return listen(createHttpsServer(certificate, listener));
}

export async function startHttp(listener: RequestListener): Promise<number> {
  return listen(createHttpServer(listener));
}

/** For responses that Node's HTTP server cannot send. */
export async function startTcp(listener: (socket: Socket) => void): Promise<number> {
  return listen(createTcpServer(listener));
}

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return portOf(server.address());
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("not a TCP server");
  return address.port;
}
