import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the ports that operating systems use for outgoing connections (from 32768; RFC 6335: from 49152). A busy machine
 * would take one of those for a connection between our choice and our use of it.
 */
const listenerPorts = { first: 20_000, count: 12_000 };

/** Returns a random port of 127.0.0.1 on which no process listens now. Rejects when 100 tries find none. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = listenerPorts.first + randomInt(listenerPorts.count);
    if (await canListen(port)) return port;
  }
  throw new Error("127.0.0.1 has no free port");
}

function canListen(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
