import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import process from "node:process";
import { listen } from "../../../lib/demo/listen.ts";
import { momentMs } from "./precise-now.ts";
import { answersBeforeTurn } from "./responses-before-hang.ts";

/** A delivery as it came in. */
export interface Arrival {
  /** The number of the endpoint, as its URL says. */
  endpoint: number;
  eventId: string;
  delivery: string;
  attempt: number;
  /** When the request line and the headers had come, in epoch milliseconds. */
  atMs: number;
  /** undefined: not looked at. */
  verified?: boolean;
}

export interface ReceiverProtocol {
  ready: { ports: number[] };
  /** What has come since the last time it was asked. */
  take: Arrival[];
}

const ports = 6;
/** The HMAC of every so many deliveries is looked at, so that receiving stays cheap. */
const verifyOneIn = 50;
/** Longer than an endpoint may take. */
const hangMs = 30_000;

const [certFile = "", keyFile = "", secret = ""] = process.argv.slice(2);
const arrivals: Arrival[] = [];
const answers = new Map<string | undefined, number>();
let seen = 0;

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const atMs = momentMs();
  const [, kind, endpoint] = (request.url ?? "").split("/");
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks);
  const answered = answers.get(endpoint) ?? 0;
  const hangs = kind === "hang" || (kind === "turn" && answered >= answersBeforeTurn);
  answers.set(endpoint, answered + 1);
  if (!hangs) response.writeHead(200, { "Content-Length": 0 }).end();
  else setTimeout(() => response.writeHead(200).end(), hangMs).unref();
  const { id }: { id: string } = JSON.parse(body.toString());
  seen += 1;
  arrivals.push({
    endpoint: Number(endpoint),
    eventId: id,
    delivery: String(request.headers["x-service-delivery"]),
    attempt: Number(request.headers["x-service-attempt"]),
    atMs,
    ...(seen % verifyOneIn === 0 && {
      verified: verifies(body, String(request.headers["x-service-signature"])),
    }),
  });
}

function verifies(body: Buffer, signature: string): boolean {
  return signature === `v1=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

const tls = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
const servers = Array.from({ length: ports }, () =>
  createServer(tls, (request, response) => void receive(request, response).catch(() => response.destroy())),
);

// The terminal's Ctrl-C goes to every process; it is the driver that ends this one.
process.on("SIGINT", () => undefined);
process.on("disconnect", () => process.exit(0));
process.on("message", () => process.send?.(arrivals.splice(0)));
process.send?.({ ports: await Promise.all(servers.map((server) => listen(server))) });
