import { createHmac } from "node:crypto";
import { createServer } from "node:https";
import { listen } from "../../../lib/demo/listen.ts";
import { ensureTls } from "../../../lib/emulator/tls.ts";

/** A delivery as it came in. */
export interface Arrival {
  delivery: string;
  eventId: string;
  attempt: number;
  answered: number;
  body: string;
  verified: boolean;
  /** By the clock of `performance`. */
  atMs: number;
}

export interface FaultReceiver {
  /** The CA that its certificate is of. */
  caFile: string;
  arrivals: Arrival[];
  /** The URL of an endpoint that behaves so. */
  urlOf: (behaviour: Behaviour) => string;
  close: () => void;
}

/** Attempts up to `fails` are answered 503; an answer takes `delayMs`. */
interface Behaviour {
  fails: number;
  delayMs?: number;
}

export const receiverSecret = "a secret: ключ";

/** Subscribers' endpoints on loopback that keep every delivery they get. How one behaves stands in its URL. */
export async function openReceiver(tlsFolder: string): Promise<FaultReceiver> {
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
      const answered = attempt <= fails ? 503 : 204;
      const expected = `v1=${createHmac("sha256", receiverSecret).update(raw).digest("hex")}`;
      arrivals.push({
        delivery: String(request.headers["x-service-delivery"]),
        eventId: JSON.parse(raw.toString()).id,
        attempt,
        answered,
        body: raw.toString(),
        atMs: performance.now(),
        verified: request.headers["x-service-signature"] === expected,
      });
      setTimeout(() => response.writeHead(answered).end(), delayMs);
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
