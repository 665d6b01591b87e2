import type { ClientRequest } from "node:http";
import { Agent } from "node:https";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** Shorter than servers keep an idle connection, so that one is rarely taken up while its server closes it. */
const idleMsMax = 2_000;
const freePerPeerMax = 10;
const freeMax = 200;

/** After so long a server has to show its certificate again, and a load balancer may choose anew. */
const ageMsMax = 60_000;

const openSinceMs = new WeakMap<Duplex, number>();
/** When an idle connection became so, by both clocks: of a process that was frozen one may have stood still. */
const idleSince = new WeakMap<Duplex, { wallMs: number; processMs: number }>();

const agent = new Agent({
  keepAlive: true,
  timeout: idleMsMax,
  maxFreeSockets: freePerPeerMax,
  maxTotalSockets: Number.POSITIVE_INFINITY,
  // Sessions are kept elsewhere, by rules of their own.
  maxCachedSessions: 0,
});
const nameOf = agent.getName.bind(agent);

/** A connection is taken up only by a request to the same host, port and checked addresses. */
agent.getName = (options) => {
  const peer: unknown = options === undefined ? undefined : Reflect.get(options, "peer");
  return `${nameOf(options)}|${String(peer)}`;
};

/** Node's own rules for keeping a connection, which mind what the server says of it, and ours. */
const wouldKeep: unknown = Reflect.get(agent, "keepSocketAlive");
Reflect.set(agent, "keepSocketAlive", (socket: Socket): boolean => {
  const nowMs = performance.now();
  const openSince = openSinceMs.get(socket) ?? nowMs;
  if (nowMs - openSince > ageMsMax || countFree() >= freeMax) return false;
  openSinceMs.set(socket, openSince);
  idleSince.set(socket, { wallMs: Date.now(), processMs: nowMs });
  return typeof wouldKeep === "function" && Reflect.apply(wouldKeep, agent, [socket]) === true;
});

function countFree(): number {
  return Object.values(agent.freeSockets).reduce((sum, sockets = []) => sum + sockets.length, 0);
}

/**
 * What `https.request` needs to take up an idle connection, or to leave its own for the next request. Two requests
 * never share one at the same time.
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

/** A server that had closed a connection says so within the time that a message takes there and back. */
const saysClosedWithinMs = 1_000;

/**
 * Whether a request failed only because its server had closed the idle connection that it took up, and not because the
 * server took it and broke off: that is an answer of its kind. Asked when nothing had come.
 */
export function isStaleConnectionError(request: ClientRequest, error: Error, afterMs: number): boolean {
  const code = "code" in error ? error.code : undefined;
  return request.reusedSocket && afterMs < saysClosedWithinMs && (code === "ECONNRESET" || code === "EPIPE");
}
