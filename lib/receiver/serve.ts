import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { listen } from "../demo/listen.ts";
import { type Judgement, openJudge } from "./judge.ts";
import { readBody } from "./read-body.ts";

/** One request that has been dealt with. */
export interface Received extends Judgement {
  atMs: number;
  /** From the arrival of its headers to the answer, or until the caller hung up. */
  tookMs: number;
  /** False: the caller was gone before the answer. */
  answered: boolean;
  body: Buffer | null;
}

interface Listener {
  received: (received: Received) => void;
  /** What went wrong before there was a request, in a line. */
  problem: (line: string) => void;
}

/**
 * Serves a subscriber's endpoint over HTTPS on loopback, on every path, tells of each request, and answers its port. Rejects with an
 * Error of one line when the port cannot be had.
 */
export async function serveReceiver(
  tls: { cert: string; key: string },
  options: { port: number; secret: string | null; failures: number; slowMs: number },
  listener: Listener,
): Promise<number> {
  const judge = openJudge(options);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const atMs = Date.now();
    const startedMs = performance.now();
    const hungUp = new AbortController();
    response.once("close", () => hungUp.abort());
    const body = await readBody(request);
    const judgement = judge({ method: request.method ?? "", headers: request.headers, body });
    // Ends early when the caller hangs up.
    await sleep(options.slowMs, null, { signal: hungUp.signal }).catch(() => {});
    const answered = !hungUp.signal.aborted;
    if (answered) {
      response.writeHead(judgement.status, { "Content-Type": "text/plain" }).end(`${judgement.reason}\n`);
    }
    const tookMs = Math.round(performance.now() - startedMs);
    listener.received({ ...judgement, atMs, tookMs, answered, body });
  }

  const server = createServer(tls, (request, response) => {
    answer(request, response).catch(() =>
      listener.problem("A request was cut off before its body had come."),
    );
  });
  const refuse = (error: NodeJS.ErrnoException, socket: Socket) => {
    const line = connectionProblem(error.code ?? error.message);
    if (line !== null) listener.problem(line);
    socket.destroy();
  };
  // Failed handshakes too: Node's HTTPS server hands them on.
  server.on("clientError", refuse);
  return listen(server, options.port).catch((error: NodeJS.ErrnoException) => {
    throw new Error(portProblem(error, options.port), { cause: error });
  });
}

function connectionProblem(code: string): string | null {
  // Whoever only looks whether the port is open.
  if (code === "ECONNRESET" || code === "EPIPE") return null;
  if (code === "ERR_SSL_HTTP_REQUEST") return "Plain HTTP came: this receiver speaks HTTPS.";
  if (/UNKNOWN_CA|CERTIFICATE/.test(code))
    return "A caller does not trust the certificate. If the service was reset, start this receiver again; curl needs --cacert.";
  return `A connection failed (${code}).`;
}

function portProblem({ code, message }: NodeJS.ErrnoException, port: number): string {
  if (code === "EADDRINUSE")
    return `Port ${port} is taken by another program: stop that one, or give another port by --port (0 is any free one).`;
  if (code === "EACCES") return `Port ${port} may not be opened by this user: give one above 1023 by --port.`;
  return `Port ${port} cannot be opened (${code ?? message}): give another one by --port.`;
}
