import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the ports that operating systems use for outgoing connections (from 32768; RFC 6335: from 49152). A busy machine
 * would take one of those for a connection between our choice and our use of it.
 */
const listenerPorts = { first: 20_000, count: 12_000 };

/** Returns a random port of an address on which no process listens now. Rejects when 100 tries find none. */
export async function freePort(host = "127.0.0.1"): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = listenerPorts.first + randomInt(listenerPorts.count);
    if (await canListen(port, host)) return port;
  }
  throw new Error(`${host} has no free port`);
}

/**
 * Returns a random loopback address: one of 16 million where the system has all of 127.0.0.0/8, as Linux does, else
 * 127.0.0.1. No web page can try that many addresses with all their ports.
 */
export async function randomLoopbackAddress(): Promise<string> {
  const address = `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
  return (await canListen(0, address)) ? address : "127.0.0.1";
}

function canListen(port: number, host: string): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
