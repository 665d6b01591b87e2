import { once } from "node:events";
import type { Server } from "node:net";

/** Listens on a port of loopback and returns the port. 0 means any free port. */
export async function listen(server: Server, wantedPort = 0): Promise<number> {
  server.listen(wantedPort, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}
