import http, { type IncomingHttpHeaders } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction, type TcpSocketConnectOpts } from "node:net";
import { TLSSocket } from "node:tls";
import { hostOf } from "./check-url.ts";
import { isStaleConnectionError, pooledConnection } from "./connection-pool.ts";
import { FetchError, fromNetworkError } from "./fetch-error.ts";
import { readBody } from "./read-body.ts";
import { type RequestBody, sendBody } from "./request-body.ts";
import type { HostAddress } from "./resolve-host.ts";
import { deleteSession, storeSessions, tlsOptions } from "./tls-sessions.ts";

export type HttpRequest = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  headers: Readonly<Record<string, string>>;
  body: RequestBody | null;
  timeoutMs: number;
  maxBodyBytes: number;
  maxHeaderBytes: number;
  /** True: a body that is cut off is an error. False: the response has the part that was read. */
  wholeBody: boolean;
  /** True: the body of a redirect is not read. */
  followsRedirects: boolean;
  /** Reuses an idle connection to the same checked addresses, and keeps its own open for the next request. https only. */
  keepAlive: boolean;
};

export type GuardedResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  /** At most `maxBodyBytes`, as sent: not decompressed. */
  body: Buffer;
  /** Whether the body was longer than `body`. */
  truncated: boolean;
  /** From the start of the connection to the status line. */
  latencyMs: number;
  /** The URL of the response, after redirects. */
  url: string;
};

/** How long the body may take after the status line, if it is not needed whole. */
const bodyGraceMs = 1_000;
/** How long a connection to one address may take before the next address is tried. */
const connectTryMs = 2_000;
/** Addresses of each family that are tried, IPv4 first: a Lambda function outside a VPC has no IPv6. */
const triedPerFamilyMax = 2;
/** Limit for interim responses and blank lines before the status line. Node has no limit for them, and reading costs time. */
const earlyBytesMax = 64 * 1024;

/** Sends one request on one connection, to one of the given addresses and to no other. */
export function sendRequest(
  url: URL,
  addresses: readonly HostAddress[],
  request: HttpRequest,
): Promise<GuardedResponse> {
  return sendRequestSince(performance.now(), url, addresses, request);
}

function sendRequestSince(
  startedAtMs: number,
  url: URL,
  addresses: readonly HostAddress[],
  request: HttpRequest,
): Promise<GuardedResponse> {
  const host = hostOf(url.hostname);
  const sinceStartMs = () => performance.now() - startedAtMs;
  return new Promise((resolve, reject) => {
    const options = connectionOptions(url, host, addresses, request);
    const peer = [url.host, ...addresses.map(({ address }) => address).toSorted()].join(" ");
    const outgoing =
      url.protocol === "https:"
        ? https.request({
            ...options,
            ...tlsOptions(peer),
            ...(request.keepAlive && pooledConnection(peer)),
          })
        : http.request(options);

    // After a pause of this process, timers run before sockets: a response that has come in time is read first.
    let lastRead: NodeJS.Immediate | undefined;
    const onTimeout = () => {
      lastRead = setImmediate(() => fail(timeoutError(host, request.timeoutMs)));
    };
    let timer = setTimeout(onTimeout, Math.max(1, request.timeoutMs - sinceStartMs()));
    const stopTimeout = () => {
      clearTimeout(timer);
      clearImmediate(lastRead);
    };
    const release = () => {
      stopTimeout();
      // A connection that stays open refers to its first request: let go of the body, which can be large.
      request.body = null;
      outgoing.socket?.off("data", countEarly);
    };
    let isOver = false;
    let isConnected = false;
    const finish = () => {
      isOver = true;
      release();
      outgoing.destroy();
    };
    const fail = (error: FetchError) => {
      error.requestSent = isConnected;
      deleteSession(peer);
      reject(error);
      finish();
    };

    let hasResponse = false;
    let earlyBytes = 0;
    const countEarly = (chunk: Buffer) => {
      earlyBytes += chunk.length;
      if (!hasResponse && earlyBytes > earlyBytesMax) fail(earlyError(host));
    };
    outgoing.on("error", (error) => {
      // Our own `destroy` causes errors too: ignore them.
      if (isOver) return;
      if (earlyBytes === 0 && isStaleConnectionError(outgoing, error, sinceStartMs())) {
        const again = { ...request, keepAlive: false };
        finish();
        // This is still the same attempt, so its time limit counts from the first start.
        resolve(sendRequestSince(startedAtMs, url, addresses, again));
        return;
      }
      // After the status line, readBody reports how the body ended.
      if (!hasResponse) fail(fromNetworkError(error, host));
    });
    outgoing.on("socket", (socket) => {
      isConnected = !socket.connecting;
      if (!outgoing.reusedSocket) {
        socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => {
          isConnected = true;
        });
        if (socket instanceof TLSSocket) storeSessions(socket, peer);
      }
      socket.on("data", countEarly);
    });
    outgoing.on("upgrade", () => fail(new FetchError("protocol", `${host} tried to switch protocols`)));
    outgoing.on("response", (incoming) => {
      hasResponse = true;
      const latencyMs = Math.round(sinceStartMs());
      const { statusCode: status = 0, headers } = incoming;
      const succeed = (body: Buffer, truncated: boolean) => {
        resolve({ status, headers, body, truncated, latencyMs, url: url.href });
        // A connection can be reused only after both bodies were read to the end.
        if (request.keepAlive && !truncated && outgoing.writableFinished) release();
        else finish();
      };
      if (request.followsRedirects && redirectLocation(status, headers) !== null) {
        succeed(Buffer.alloc(0), true);
        return;
      }
      if (!request.wholeBody) {
        stopTimeout();
        timer = setTimeout(() => incoming.destroy(), bodyGraceMs);
      }
      readBody(incoming, request.maxBodyBytes, (body, end) => {
        if (end === "complete" || !request.wholeBody) succeed(body, end !== "complete");
        else fail(cutError(host, end, request.maxBodyBytes));
      });
    });
    sendBody(outgoing, request.body);
  });
}

/** The location of a redirect, as the server wrote it; null when the response is no redirect. */
export function redirectLocation(status: number, headers: IncomingHttpHeaders): string | null {
  return [301, 302, 303, 307, 308].includes(status) ? (headers.location ?? null) : null;
}

type ConnectionOptions = https.RequestOptions &
  Pick<TcpSocketConnectOpts, "autoSelectFamily" | "autoSelectFamilyAttemptTimeout">;

function connectionOptions(
  url: URL,
  host: string,
  addresses: readonly HostAddress[],
  request: HttpRequest,
): ConnectionOptions {
  return {
    method: request.method,
    headers: request.headers,
    hostname: host,
    port: url.port,
    path: `${url.pathname}${url.search}`,
    maxHeaderSize: request.maxHeaderBytes,
    lookup: lookupOf(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: connectTryMs,
    // Use no pool with connections that another check allowed, and no proxy from the environment.
    agent: false,
    // Explicit, because an environment variable can change the default.
    rejectUnauthorized: true,
    ...(isIP(host) === 0 && { servername: host }),
  };
}

/** A lookup that returns the checked addresses, so that the name is not resolved again to another address. */
function lookupOf(addresses: readonly HostAddress[]): LookupFunction {
  const tried = [4, 6].flatMap((family) =>
    addresses.filter((address) => address.family === family).slice(0, triedPerFamilyMax),
  );
  return (_host, { all }, callback) => {
    process.nextTick(() => {
      const [first] = tried;
      if (first === undefined) callback(new Error("no address"), "");
      else if (all === true) callback(null, tried);
      else callback(null, first.address, first.family);
    });
  };
}

function timeoutError(host: string, timeoutMs: number): FetchError {
  return new FetchError(
    "timeout",
    `${host} did not answer within ${Number((timeoutMs / 1000).toFixed(1))} s`,
  );
}

function earlyError(host: string): FetchError {
  return new FetchError(
    "too_large",
    `${host} sent more than ${earlyBytesMax / 1024} KiB before a status line`,
  );
}

function cutError(host: string, end: "full" | "cut", maxBodyBytes: number): FetchError {
  return end === "full"
    ? new FetchError("too_large", `the response of ${host} is larger than ${maxBodyBytes} bytes`)
    : new FetchError("connect", `${host} closed the connection in the middle of its response`);
}
