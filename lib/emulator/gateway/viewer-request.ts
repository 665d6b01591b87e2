import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** A request as the client sent it; nothing is decoded. */
export interface ViewerRequest {
  requestId: string;
  method: string;
  /** The path, still encoded. */
  uri: string;
  /** The text after `?`; undefined without `?`. */
  rawQuery: string | undefined;
  /** In the order of the request, names in lower case. */
  headers: readonly (readonly [name: string, value: string])[];
  protocol: "http" | "https";
  sourceIp: string;
}

const loopbackPattern = /^(?:127\.|::1$|::ffff:127\.)/;

/**
 * Reads a request of one of the two listeners.
 *
 * A request of the plain listener counts as HTTPS when a proxy on this machine says so with X-Forwarded-Proto. Otherwise its
 * `Host` gets the port of the HTTPS listener: on AWS both have one host name, here they have two ports.
 */
export function readViewerRequest(
  request: IncomingMessage,
  listener: { plain: boolean; publicHost: string },
): ViewerRequest {
  const sourceIp = (request.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  const behindTlsProxy =
    loopbackPattern.test(sourceIp) &&
    request.headers["x-forwarded-proto"]?.toString().toLowerCase() === "https";
  const protocol = listener.plain && !behindTlsProxy ? "http" : "https";

  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    const name = (request.rawHeaders[at] ?? "").toLowerCase();
    if (name !== "host") headers.push([name, request.rawHeaders[at + 1] ?? ""]);
  }
  const host = request.headers.host ?? listener.publicHost;
  headers.unshift(["host", protocol === "http" ? withPortOf(host, listener.publicHost) : host]);

  // A request line for a proxy contains the whole URL.
  const target = (request.url ?? "/").replace(/^https?:\/\/[^/?#]*/i, "");
  const query = target.indexOf("?");
  const uri = query === -1 ? target : target.slice(0, query);
  return {
    requestId: randomUUID(),
    method: request.method ?? "GET",
    uri: uri.startsWith("/") ? uri : `/${uri}`,
    rawQuery: query === -1 ? undefined : target.slice(query + 1),
    headers,
    protocol,
    sourceIp,
  };
}

function withPortOf(host: string, publicHost: string): string {
  const port = /:\d+$/.exec(publicHost)?.[0] ?? "";
  return `${host.replace(/:\d*$/, "")}${port}`;
}
