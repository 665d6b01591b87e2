import { createHmac } from "node:crypto";
import { createServer } from "node:https";
import { listen } from "../../../lib/demo/listen.ts";
import { ensureTls } from "../../../lib/emulator/tls.ts";

/** A received request. */
export interface Arrival {
  delivery: string;
  eventId: string;
  attempt: number;
  /** The status of the response. */
  status: number;
  body: string;
  verified: boolean;
  /** In milliseconds of `performance.now()`. */
  atMs: number;
}

export interface Receiver {
  /** The CA of its certificate. */
  caFile: string;
  arrivals: Arrival[];
  /** Returns the URL of an endpoint with this behaviour. */
  urlOf: (behaviour: Behaviour) => string;
  close: () => void;
}

/** The first `fails` attempts get a 503, later ones a 204, each after `delayMs`. */
interface Behaviour {
  fails: number;
  delayMs?: number;
}

export const receiverSecret = "a secret: ключ";

/**
 * Opens subscribers' endpoints on loopback that record every request. The URL of an endpoint contains its behaviour.
 */
export async function openReceiver(tlsFolder: string): Promise<Receiver> {
  const tls = await ensureTls(tlsFolder);
  const arrivals: Arrival[] = [];
  const server = createServer({ cert: tls.cert, key: tls.key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => response.destroy());
    request.on("end", () => {
      const raw = Buffer.concat(chunks);
      const [fails = 0, delayMs = 0] = (request.url ?? "").split("/").slice(1).map(Number);
      const attempt = Number(request.headers["x-service-attempt"]);
      const status = attempt <= fails ? 503 : 204;
      const signature = `v1=${createHmac("sha256", receiverSecret).update(raw).digest("hex")}`;
      arrivals.push({
        delivery: String(request.headers["x-service-delivery"]),
        eventId: JSON.parse(raw.toString()).id,
        attempt,
        status,
        body: raw.toString(),
        atMs: performance.now(),
        verified: request.headers["x-service-signature"] === signature,
      });
      setTimeout(() => response.writeHead(status).end(), delayMs);
    });
  });
  const port = await listen(server);
  return {
    caFile: tls.caFile,
    arrivals,
    urlOf: ({ fails, delayMs = 0 }) => `https://localhost:${port}/${fails}/${delayMs}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
