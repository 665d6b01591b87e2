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
const privateNames = /\.(local|internal|home\.arpa)$/;

/**
 * The part of the address rule that needs no network: syntax, scheme, credentials, literal addresses in every
 * spelling, and names that can only be local. Returns what the URL must be, as a validation reason, or null
 * when it is acceptable. A name that passes may still resolve to a refused address: `guardedFetch` decides that.
 */
export function checkUrl(url: string, rules: UrlRules = {}): string | null {
  if (url.length > urlLengthMax) return `must be at most ${urlLengthMax} characters long`;
  const scheme = rules.allowHttp === true ? "http or https" : "https";
  // The URL parser drops or rewrites these in silence, so what is stored would not be what is called.
  if (/[\s\p{Cc}\\]/u.test(url)) return "must not contain spaces, control characters or backslashes";
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(url) || !URL.canParse(url)) return `must be an absolute ${scheme} URL`;

  const { protocol, username, password, hostname } = new URL(url);
  const isSchemeAllowed = protocol === "https:" || (protocol === "http:" && rules.allowHttp === true);
  if (!isSchemeAllowed) return `must be an ${scheme} URL`;
  if (username !== "" || password !== "") return "must not contain a user name or password";
  return checkHost(hostOf(hostname), rules.allowLoopback === true);
}

/** The host as a name or address: without the brackets of an IPv6 address and without a name's trailing dot. */
export function hostOf(hostname: string): string {
  if (hostname.startsWith("[")) return hostname.slice(1, -1);
  return hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
}

function checkHost(host: string, allowLoopback: boolean): string | null {
  // The URL parser has already turned decimal, octal, hexadecimal and short IPv4 forms into dotted decimals.
  const isLocal = isIP(host) === 0 ? localNames.test(host) : !isAllowedAddress(host, { allowLoopback });
  const isRefusedName = isLocal && !(allowLoopback && localNames.test(host));
  if (isRefusedName || privateNames.test(host)) return "must point to a public address";
  return host === "" ? "must name a host" : null;
}
