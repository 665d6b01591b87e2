import { once } from "node:events";
import type { Server } from "node:net";

/** Listens on a port of loopback, any free one unless said otherwise, and answers with it. */
export async function listen(server: Server, wantedPort = 0): Promise<number> {
  server.listen(wantedPort, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server listens on no port");
  return address.port;
}
