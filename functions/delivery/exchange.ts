import http, { type IncomingHttpHeaders } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { hostOf } from "./check-url.ts";
import { FetchError, fromNetworkError } from "./fetch-error.ts";
import { readBody } from "./read-body.ts";
import type { HostAddress } from "./resolve-host.ts";

export type Exchange = {
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

/** One request on one connection of its own, to one of the given addresses and nowhere else. */
export function exchange(
  url: URL,
  addresses: readonly HostAddress[],
  request: Exchange,
): Promise<GuardedResponse> {
  const host = hostOf(url.hostname);
  return new Promise((resolve, reject) => {
    const startedAtMs = performance.now();
    const options = connectionOptions(url, host, addresses, request);
    const outgoing = url.protocol === "https:" ? https.request(options) : http.request(options);

    let timer = setTimeout(() => fail(lateError(host, request.timeoutMs)), request.timeoutMs);
    const finish = () => {
      clearTimeout(timer);
      outgoing.destroy();
    };
    const fail = (error: FetchError) => {
      reject(error);
      finish();
    };

    let isAnswered = false;
    outgoing.on("error", (error) => {
      // After the status line it is for the body's reader to say how much of it came.
      if (!isAnswered) fail(fromNetworkError(error, host));
    });
    outgoing.on("upgrade", () => fail(new FetchError("protocol", `${host} tried to switch protocols`)));
    outgoing.on("response", (incoming) => {
      isAnswered = true;
      const latencyMs = Math.round(performance.now() - startedAtMs);
      const { statusCode: status = 0, headers } = incoming;
      const succeed = (body: Buffer, truncated: boolean) => {
        resolve({ status, headers, body, truncated, latencyMs, url: url.href });
        finish();
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

function connectionOptions(
  url: URL,
  host: string,
  addresses: readonly HostAddress[],
  request: Exchange,
): https.RequestOptions {
  return {
    method: request.method,
    headers: request.headers,
    hostname: host,
    port: url.port,
    path: `${url.pathname}${url.search}`,
    maxHeaderSize: request.maxHeaderBytes,
    lookup: lookupOf(addresses),
    // A connection of its own: no pool that another host's check has filled, no proxy of the environment.
    agent: false,
    // Said here because the environment can change the default.
    rejectUnauthorized: true,
    ...(isIP(host) === 0 && { servername: host }),
  };
}

/** Answers with what was checked, so that the name is not resolved a second time to something else. */
function lookupOf(addresses: readonly HostAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    process.nextTick(() => {
      const [first] = addresses;
      if (first === undefined) callback(new Error("no address"), "");
      else if (all === true) callback(null, [...addresses]);
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

function cutError(host: string, end: "full" | "cut", maxBodyBytes: number): FetchError {
  return end === "full"
    ? new FetchError("too_large", `the response of ${host} is larger than ${maxBodyBytes} bytes`)
    : new FetchError("connect", `${host} closed the connection in the middle of its response`);
}
