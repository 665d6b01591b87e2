import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import process from "node:process";
import { listen } from "../../../lib/demo/listen.ts";
import { preciseNowMs } from "./precise-now.ts";
import { responsesBeforeStop } from "./responses-before-stop.ts";

/** A received delivery. */
export interface Arrival {
  /** The number of the endpoint, from its URL. */
  endpoint: number;
  eventId: string;
  delivery: string;
  attempt: number;
  /** When the request line and the headers were received, in epoch milliseconds. */
  atMs: number;
  /** undefined when the signature was not verified. */
  verified?: boolean;
}

export interface ReceiverProtocol {
  ready: { ports: number[] };
  /** The arrivals since the last request. */
  take: Arrival[];
}

const ports = 6;
/** The HMAC of one in this many deliveries is verified, so that the receiver needs little processor time. */
const verifyOneIn = 50;
/** Longer than the service waits for an endpoint. */
const hangMs = 30_000;

const [certFile = "", keyFile = "", secret = ""] = process.argv.slice(2);
const arrivals: Arrival[] = [];
const requestCounts = new Map<string | undefined, number>();
let seen = 0;

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const atMs = preciseNowMs();
  const [, kind, endpoint] = (request.url ?? "").split("/");
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks);
  const earlier = requestCounts.get(endpoint) ?? 0;
  const isHanging = kind === "hang" || (kind === "stop" && earlier >= responsesBeforeStop);
  requestCounts.set(endpoint, earlier + 1);
  if (!isHanging) response.writeHead(200, { "Content-Length": 0 }).end();
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

// Ctrl-C in the terminal signals every process. The driver ends this one.
process.on("SIGINT", () => undefined);
process.on("disconnect", () => process.exit(0));
process.on("message", () => process.send?.(arrivals.splice(0)));
process.send?.({ ports: await Promise.all(servers.map((server) => listen(server))) });
