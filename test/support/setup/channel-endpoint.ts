import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { listen } from "../../../lib/demo/listen.ts";
import type { ServiceFile } from "../../../lib/local/service-file.ts";

/**
 * Opens an endpoint on loopback to which brands connect the channel `webhook`. It accepts every request, but those to
 * `/in/closed` get 410.
 */
export async function openChannelEndpoint({
  certFile,
  keyFile,
}: Pick<ServiceFile["tls"], "certFile" | "keyFile">): Promise<{ origin: string; close: () => void }> {
  const server = createServer(
    { cert: readFileSync(certFile), key: readFileSync(keyFile) },
    ({ url }, response) => response.writeHead(url === "/in/closed" ? 410 : 204).end(),
  );
  return {
    origin: `https://localhost:${await listen(server)}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
