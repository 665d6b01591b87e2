import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { listen } from "../demo/listen.ts";
import { type Judgement, openJudge } from "./judge.ts";
import { readBody } from "./read-body.ts";

/** A request that the receiver has handled. */
export interface Received extends Judgement {
  atMs: number;
  /** From the arrival of its headers to the response, or until the caller disconnected. */
  tookMs: number;
  /** False: the caller disconnected before the response. */
  responded: boolean;
  body: Buffer | null;
}

interface Listener {
  received: (received: Received) => void;
  /** Gets a line for a problem before there was a request. */
  problem: (line: string) => void;
}

/**
 * Serves a subscriber's endpoint over HTTPS on loopback, on every path. Reports each request to `listener`. Returns the port.
 * Rejects with an Error of one line when the port cannot be opened.
 */
export async function serveReceiver(
  tls: { cert: string; key: string },
  options: { port: number; secret: string | null; failures: number; slowMs: number },
  listener: Listener,
): Promise<number> {
  const judge = openJudge(options);

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const atMs = Date.now();
    const startedMs = performance.now();
    const disconnected = new AbortController();
    response.once("close", () => disconnected.abort());
    const body = await readBody(request);
    const judgement = judge({ method: request.method ?? "", headers: request.headers, body });
    // Ends early when the caller disconnects.
    await sleep(options.slowMs, null, { signal: disconnected.signal }).catch(() => {});
    const responded = !disconnected.signal.aborted;
    if (responded) {
      response.writeHead(judgement.status, { "Content-Type": "text/plain" }).end(`${judgement.reason}\n`);
    }
    const tookMs = Math.round(performance.now() - startedMs);
    listener.received({ ...judgement, atMs, tookMs, responded, body });
  }

  const server = createServer(tls, (request, response) => {
    respond(request, response).catch(() =>
      listener.problem("A request was cut off before the end of its body."),
    );
  });
  const report = (error: NodeJS.ErrnoException, socket: Socket) => {
    const line = connectionProblem(error.code ?? error.message);
    if (line !== null) listener.problem(line);
    socket.destroy();
  };
  // Node's HTTPS server also emits this event for failed handshakes.
  server.on("clientError", report);
  return listen(server, options.port).catch((error: NodeJS.ErrnoException) => {
    throw new Error(portProblem(error, options.port), { cause: error });
  });
}

function connectionProblem(code: string): string | null {
  // A program that only checks whether the port is open.
  if (code === "ECONNRESET" || code === "EPIPE") return null;
  if (code === "ERR_SSL_HTTP_REQUEST")
    return "A plain HTTP request arrived: this receiver accepts only HTTPS.";
  if (/UNKNOWN_CA|CERTIFICATE/.test(code))
    return "A caller does not trust the certificate. If the service was reset, start this receiver again; curl needs --cacert.";
  return `A connection failed (${code}).`;
}

function portProblem({ code, message }: NodeJS.ErrnoException, port: number): string {
  if (code === "EADDRINUSE")
    return `Port ${port} is taken by another program: stop that program, or choose another port with --port (0 means any free port).`;
  if (code === "EACCES") return `This user may not open port ${port}: choose a port above 1023 with --port.`;
  return `Port ${port} cannot be opened (${code ?? message}): choose another port with --port.`;
}
