import { isIP } from "node:net";
import { isAllowedAddress } from "./addresses.ts";

export type UrlRules = {
  /** Feeds may be plain http; subscription URLs may not. @default false */
  allowHttp?: boolean;
  /** Only the local runtime sets it. @default false */
  allowLoopback?: boolean;
};

const urlLengthMax = 2048;
const localNames = /(^|\.)localhost$/;
const emptyLabels = /^\.|\.\.|^$/;
const privateNames = /\.(local|internal|home\.arpa)$/;

export type UrlProblem = { code: "bad_url" | "blocked_address"; reason: string };

/**
 * Checks the part of the address rule that needs no network: syntax, scheme, credentials, literal addresses in every
 * spelling, and names that can only be local. A name that passes may still resolve to a blocked address:
 * `guardedFetch` checks that.
 * @returns what the URL must be, as a validation reason; null when it is acceptable
 */
export function checkUrl(url: string, rules: UrlRules = {}): string | null {
  return findUrlProblem(url, rules)?.reason ?? null;
}

/** Like `checkUrl`, with the code of the error that `guardedFetch` throws for this problem. */
export function findUrlProblem(url: string, rules: UrlRules): UrlProblem | null {
  const syntaxReason = checkSyntax(url, rules.allowHttp === true);
  if (syntaxReason !== null) return { code: "bad_url", reason: syntaxReason };
  return isPublicHost(hostOf(new URL(url).hostname), rules.allowLoopback === true)
    ? null
    : { code: "blocked_address", reason: "must point to a public address" };
}

/** The host as a name or address: without the brackets of an IPv6 address and without a name's trailing dot. */
export function hostOf(hostname: string): string {
  if (hostname.startsWith("[")) return hostname.slice(1, -1);
  return hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
}

/** Whether a host name always means this machine (RFC 6761, section 6.3). */
export function isLocalName(host: string): boolean {
  return localNames.test(host);
}

function checkSyntax(url: string, allowHttp: boolean): string | null {
  if (url.length > urlLengthMax) return `must be at most ${urlLengthMax} characters long`;
  // The URL parser silently drops or rewrites these characters, so the service would call another URL than it stored.
  if (/[\s\p{Cc}\\]/u.test(url)) return "must not contain spaces, control characters or backslashes";
  if (!url.isWellFormed()) return "must be well-formed Unicode";
  const scheme = allowHttp ? /^https?:\/\//i : /^https:\/\//i;
  const parsed = scheme.test(url) ? URL.parse(url) : null;
  if (parsed === null) return `must be an absolute ${allowHttp ? "http or https" : "https"} URL`;
  if (emptyLabels.test(parsed.hostname)) return "must have a valid host name";
  const hasCredentials = parsed.username !== "" || parsed.password !== "";
  return hasCredentials ? "must not contain a user name or password" : null;
}

function isPublicHost(host: string, allowLoopback: boolean): boolean {
  if (isLocalName(host)) return allowLoopback;
  // The URL parser has already turned decimal, octal, hexadecimal and short IPv4 forms into dotted decimals.
  return isIP(host) === 0 ? !privateNames.test(host) : isAllowedAddress(host, { allowLoopback });
}
