import type { ClientRequest } from "node:http";
import { Agent } from "node:https";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** Shorter than servers keep idle connections, so that a request rarely reuses one that its server is closing. */
const idleMsMax = 2_000;
const freePerPeerMax = 10;
const freeMax = 200;

/** Older connections are closed, so that certificates are checked again and load balancers can choose again. */
const ageMsMax = 60_000;

const openSinceMs = new WeakMap<Duplex, number>();
/** When a connection became idle, by both clocks: while Lambda freezes a process, one of them may stand still. */
const idleSince = new WeakMap<Duplex, { wallMs: number; processMs: number }>();

const agent = new Agent({
  keepAlive: true,
  timeout: idleMsMax,
  maxFreeSockets: freePerPeerMax,
  maxTotalSockets: Number.POSITIVE_INFINITY,
  // tls-sessions.ts stores TLS sessions.
  maxCachedSessions: 0,
});
const nameOf = agent.getName.bind(agent);

/** Only a request to the same host, port and checked addresses may reuse a connection. */
agent.getName = (options) => {
  const peer: unknown = options === undefined ? undefined : Reflect.get(options, "peer");
  return `${nameOf(options)}|${String(peer)}`;
};

/** Node's rules for keeping a connection, which respect the server's Keep-Alive header. Ours are added below. */
const nodeKeepsAlive: unknown = Reflect.get(agent, "keepSocketAlive");
Reflect.set(agent, "keepSocketAlive", (socket: Socket): boolean => {
  const nowMs = performance.now();
  const openSince = openSinceMs.get(socket) ?? nowMs;
  if (nowMs - openSince > ageMsMax || freeCount() >= freeMax) return false;
  openSinceMs.set(socket, openSince);
  idleSince.set(socket, { wallMs: Date.now(), processMs: nowMs });
  return typeof nodeKeepsAlive === "function" && Reflect.apply(nodeKeepsAlive, agent, [socket]) === true;
});

function freeCount(): number {
  return Object.values(agent.freeSockets).reduce((sum, sockets = []) => sum + sockets.length, 0);
}

/**
 * The options by which `https.request` reuses an idle connection and keeps its own open for the next request. A
 * connection serves one request at a time.
 *
 * @param peer host, port and the addresses that were checked for this request
 */
export function pooledConnection(peer: string): { agent: Agent; peer: string } {
  for (const sockets of Object.values(agent.freeSockets))
    for (const socket of sockets?.filter(isStale) ?? []) socket.destroy();
  return { agent, peer };
}

function isStale(socket: Duplex): boolean {
  const since = idleSince.get(socket);
  if (since === undefined) return true;
  return Math.abs(Date.now() - since.wallMs) > idleMsMax || performance.now() - since.processMs > idleMsMax;
}

/** If a server has closed a connection, the error comes within one round trip. */
const staleErrorWithinMs = 1_000;

/**
 * Whether a request failed only because the server had closed the idle connection that the request reused. False if the
 * server received the request and then closed the connection. The caller must have received no byte of a response.
 */
export function isStaleConnectionError(request: ClientRequest, error: Error, afterMs: number): boolean {
  const code = "code" in error ? error.code : undefined;
  return request.reusedSocket && afterMs < staleErrorWithinMs && (code === "ECONNRESET" || code === "EPIPE");
}
