import { findUrlProblem, hostOf, type UrlRules } from "./check-url.ts";
import { openDnsResolve } from "./dns-resolve.ts";
import { FetchError } from "./fetch-error.ts";
import { redactUrl } from "./redact-url.ts";
import type { RequestBody } from "./request-body.ts";
import { type HostAddress, type Resolve, resolveHost } from "./resolve-host.ts";
import { type GuardedResponse, type HttpRequest, redirectLocation, sendRequest } from "./send-request.ts";

export type GuardedFetchOptions = UrlRules & {
  /** @default "GET" */
  method?: "GET" | "POST" | "PUT" | "DELETE";
  headers?: Readonly<Record<string, string>>;
  body?: RequestBody;
  /**
   * From the start of the first connection to the last status line; with `wholeBody` to the end of the body. Without
   * `wholeBody` the body may take one second more. Resolving a name has its own limit.
   */
  timeoutMs: number;
  maxBodyBytes: number;
  /** @default 16 KiB */
  maxHeaderBytes?: number;
  /**
   * True: a body that is too large, late or cut off is an error. False: only the status counts, and the response has
   * the part of the body that was read. @default false
   */
  wholeBody?: boolean;
  /** GET only; a redirect past the limit is an error, and with 0 it is the response. @default 0 */
  maxRedirects?: number;
  /** For https: reuses an idle connection to the same checked addresses, and keeps its own open. @default false */
  keepAlive?: boolean;
  /** How names are resolved. @default by the system's name servers */
  resolve?: Resolve;
};

const resolveTimeoutMsMax = 5_000;
const dnsResolve = openDnsResolve();
const maxHeaderBytesDefault = 16 * 1024;

/**
 * Fetches a URL that a user gave. Connects to public addresses only, however the host is spelled, resolved or
 * re-resolved, and checks each redirect again. Rejects with a `FetchError`, also when the URL is blocked.
 */
export async function guardedFetch(url: string, options: GuardedFetchOptions): Promise<GuardedResponse> {
  const isGet = (options.method ?? "GET") === "GET";
  const redirectsMax = isGet ? (options.maxRedirects ?? 0) : 0;
  let target = url;
  let deadlineMs: number | undefined;
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    const checked = parseChecked(target, options);
    const addresses = await checkedAddresses(checked, options);
    deadlineMs ??= performance.now() + options.timeoutMs;
    const timeoutMs = Math.max(1, deadlineMs - performance.now());
    const response = await sendRequest(
      checked,
      addresses,
      toHttpRequest(options, timeoutMs, redirectsMax > 0),
    );
    const location = redirectLocation(response.status, response.headers);
    if (location === null || redirectsMax === 0) return response;
    target = resolveLocation(location, checked);
  }
  throw new FetchError("too_many_redirects", `${redactUrl(url)} redirects more than ${redirectsMax} times`);
}

function parseChecked(url: string, rules: UrlRules): URL {
  const problem = findUrlProblem(url, rules);
  if (problem !== null) throw new FetchError(problem.code, `the URL ${problem.reason}`);
  return new URL(url);
}

function checkedAddresses(url: URL, options: GuardedFetchOptions): Promise<readonly HostAddress[]> {
  return resolveHost(hostOf(url.hostname), {
    resolve: options.resolve ?? dnsResolve,
    timeoutMs: Math.min(options.timeoutMs, resolveTimeoutMsMax),
    allowLoopback: options.allowLoopback ?? false,
  });
}

function toHttpRequest(
  options: GuardedFetchOptions,
  timeoutMs: number,
  followsRedirects: boolean,
): HttpRequest {
  return {
    method: options.method ?? "GET",
    headers: options.headers ?? {},
    body: options.body ?? null,
    timeoutMs,
    maxBodyBytes: options.maxBodyBytes,
    maxHeaderBytes: options.maxHeaderBytes ?? maxHeaderBytesDefault,
    wholeBody: options.wholeBody ?? false,
    followsRedirects,
    keepAlive: options.keepAlive ?? false,
  };
}

function resolveLocation(location: string, base: URL): string {
  const target = URL.parse(location, base.href);
  if (target === null)
    throw new FetchError("bad_url", `${hostOf(base.hostname)} redirects to an invalid URL`);
  return target.href;
}
