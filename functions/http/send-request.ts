import http, { type IncomingHttpHeaders } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction, type TcpSocketConnectOpts } from "node:net";
import { TLSSocket } from "node:tls";
import { hostOf } from "./check-url.ts";
import { FetchError, fromNetworkError } from "./fetch-error.ts";
import { isStaleConnectionError, pooledConnection } from "./kept-connections.ts";
import { readBody } from "./read-body.ts";
import type { HostAddress } from "./resolve-host.ts";
import { deleteSession, storeSessions, tlsOptions } from "./tls-sessions.ts";

export type HttpRequest = {
  method: "GET" | "POST";
  headers: Readonly<Record<string, string>>;
  body: Buffer | string | null;
  timeoutMs: number;
  maxBodyBytes: number;
  maxHeaderBytes: number;
  /** True: a body that is cut off in any way is an error. False: what came of it is kept. */
  wholeBody: boolean;
  /** True: a redirect's body is of no interest and not read. */
  followsRedirects: boolean;
  /** Takes up an idle connection to the same checked addresses, and leaves its own for the next request. https only. */
  keepAlive: boolean;
};

export type GuardedResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  /** At most `maxBodyBytes` of it, as sent: not decompressed. */
  body: Buffer;
  /** Whether there was more of the body than `body` holds. */
  truncated: boolean;
  /** From the start of the connection to the status line. */
  latencyMs: number;
  /** Where it came from, after redirects. */
  url: string;
};

/** How long, after the status line, a body is waited for that nobody needs whole. */
const bodyGraceMs = 1_000;
/** How long one of several addresses is tried before the next. */
const connectTryMs = 2_000;
/** So many of each family are tried, IPv4 first: a Lambda function outside a VPC has no IPv6. */
const triedPerFamilyMax = 2;
/** Before the status line, interim responses and blank lines: they have no limit of their own, and cost time to read. */
const earlyBytesMax = 64 * 1024;

/** One request on one connection, to one of the given addresses and nowhere else. */
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

    const late = () => fail(lateError(host, request.timeoutMs));
    let timer = setTimeout(late, Math.max(1, request.timeoutMs - sinceStartMs()));
    const release = () => {
      clearTimeout(timer);
      outgoing.socket?.off("data", countEarly);
    };
    let isOver = false;
    const finish = () => {
      isOver = true;
      release();
      outgoing.destroy();
    };
    const fail = (error: FetchError) => {
      deleteSession(peer);
      reject(error);
      finish();
    };

    let isAnswered = false;
    let earlyBytes = 0;
    const countEarly = (chunk: Buffer) => {
      earlyBytes += chunk.length;
      if (!isAnswered && earlyBytes > earlyBytesMax) fail(earlyError(host));
    };
    outgoing.on("error", (error) => {
      // Of our own making: a request that was given up is not begun again.
      if (isOver) return;
      if (earlyBytes === 0 && isStaleConnectionError(outgoing, error, sinceStartMs())) {
        finish();
        // The same attempt: its time runs on.
        resolve(sendRequestSince(startedAtMs, url, addresses, { ...request, keepAlive: false }));
        return;
      }
      // After the status line it is for the body's reader to say how much of it came.
      if (!isAnswered) fail(fromNetworkError(error, host));
    });
    outgoing.on("socket", (socket) => {
      if (socket instanceof TLSSocket && !outgoing.reusedSocket) storeSessions(socket, peer);
      socket.on("data", countEarly);
    });
    outgoing.on("upgrade", () => fail(new FetchError("protocol", `${host} tried to switch protocols`)));
    outgoing.on("response", (incoming) => {
      isAnswered = true;
      const latencyMs = Math.round(sinceStartMs());
      const { statusCode: status = 0, headers } = incoming;
      const succeed = (body: Buffer, truncated: boolean) => {
        resolve({ status, headers, body, truncated, latencyMs, url: url.href });
        // Read to its end, a connection may serve again; with more to come it would have to be read for nothing.
        if (request.keepAlive && !truncated) release();
        else finish();
      };
      if (request.followsRedirects && redirectLocation(status, headers) !== null) {
        succeed(Buffer.alloc(0), true);
        return;
      }
      if (!request.wholeBody) {
        clearTimeout(timer);
        timer = setTimeout(() => incoming.destroy(), bodyGraceMs);
      }
      readBody(incoming, request.maxBodyBytes, (body, end) => {
        if (end === "complete" || !request.wholeBody) succeed(body, end !== "complete");
        else fail(cutError(host, end, request.maxBodyBytes));
      });
    });
    outgoing.end(request.body ?? undefined);
  });
}

/** Where a redirect points, as the server wrote it, or null when the response is none. */
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
    // No pool that another host's check has filled, no proxy of the environment.
    agent: false,
    // Said here because the environment can change the default.
    rejectUnauthorized: true,
    ...(isIP(host) === 0 && { servername: host }),
  };
}

/** Answers with what was checked, so that the name is not resolved a second time to something else. */
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

function lateError(host: string, timeoutMs: number): FetchError {
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
