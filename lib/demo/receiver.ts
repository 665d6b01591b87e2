import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:https";
import type { ServiceFile } from "./client.ts";
import { listen } from "./listen.ts";

/** A delivery as it came in. */
interface Received {
  id: string;
  type: string;
  attempt: number;
  delivery: string;
  verified: boolean;
  answered: number;
  body: string;
  atMs: number;
}

export interface Receiver {
  url: string;
  received: Received[];
  close: () => void;
}

/**
 * A subscriber's endpoint on loopback, under the local runtime's certificate. It verifies each delivery as the
 * specification says, and answers the first `failures` of each event with 503.
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
      void readBody(request).then((body) => {
        const { id, type } = JSON.parse(body);
        const before = seen.get(id) ?? 0;
        seen.set(id, before + 1);
        const answered = before < failures ? 503 : 204;
        received.push({
          id,
          type,
          body,
          answered,
          atMs: Date.now(),
          attempt: Number(request.headers["x-service-attempt"]),
          delivery: String(request.headers["x-service-delivery"]),
          verified: verifies(body, String(request.headers["x-service-signature"] ?? ""), secret),
        });
        response.writeHead(answered).end();
      });
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

/** Over the exact bytes that came, compared in constant time (specification, section 6). */
function verifies(body: string, signature: string, secret: string): boolean {
  const expected = Buffer.from(`v1=${createHmac("sha256", secret).update(body).digest("hex")}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
