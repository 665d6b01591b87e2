import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { listen } from "../../../lib/demo/listen.ts";
import type { ServiceFile } from "../../../lib/local/service-file.ts";
import { readBody } from "../../../lib/receiver/read-body.ts";
import { checkSignature } from "../../../lib/receiver/verify.ts";

/** A delivery that was received. */
interface Received {
  id: string;
  type: string;
  attempt: number;
  delivery: string;
  verified: boolean;
  status: number;
  body: string;
  atMs: number;
}

export interface Receiver {
  url: string;
  received: Received[];
  close: () => void;
}

/**
 * Starts a subscriber's endpoint on loopback, with the local runtime's certificate. It verifies each delivery as the
 * specification says, and responds to the first `failures` deliveries of each event with 503.
 */
export async function receive(
  tls: ServiceFile["tls"],
  { secret, failures }: { secret: string; failures: number },
): Promise<Receiver> {
  const received: Received[] = [];
  const seen = new Map<string, number>();
  const server = createServer(
    { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) },
    (request, response) => {
      const handled = readBody(request).then((rawBody) => {
        if (rawBody === null) return response.writeHead(413).end();
        const body = rawBody.toString("utf8");
        const { id, type } = JSON.parse(body);
        const before = seen.get(id) ?? 0;
        seen.set(id, before + 1);
        const status = before < failures ? 503 : 204;
        received.push({
          id,
          type,
          body,
          status,
          atMs: Date.now(),
          attempt: Number(request.headers["x-service-attempt"]),
          delivery: String(request.headers["x-service-delivery"]),
          verified: checkSignature(rawBody, request.headers, secret).outcome === "valid",
        });
        return response.writeHead(status).end();
      });
      // The request was cut off, as by a service that is killed.
      handled.catch(() => response.destroy());
    },
  );
  const port = await listen(server);
  return {
    url: `https://localhost:${port}/hook`,
    received,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
