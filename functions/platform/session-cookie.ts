import { isSessionToken } from "./api-key.ts";

/** Browsers accept a cookie of this prefix only from the host itself, over HTTPS and for all paths. */
const cookieName = "__Host-session";

/** The token in a Cookie header; null if it holds none that has the form of one. */
export function sessionTokenOf(cookies: string | undefined): string | null {
  for (const cookie of (cookies ?? "").split(";")) {
    const [name, value = ""] = cookie.trim().split("=");
    if (name === cookieName) return isSessionToken(value) ? value : null;
  }
  return null;
}

/** The value of a Set-Cookie header that stores a token. No script can read it, and no other site can send it. */
export function sessionCookie(token: string, maxAgeSeconds: number): string {
  return `${cookieName}=${token}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; Secure; SameSite=Strict`;
}

/** The value of a Set-Cookie header that deletes the token. */
export const noSessionCookie = sessionCookie("", 0);

/** The headers of a request in API Gateway's two forms. */
export interface SentHeaders {
  /** The last value of each header. The names are in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  /** All values of each header. */
  multiValueHeaders?: Readonly<Record<string, readonly string[] | undefined>> | null;
}

/**
 * Whether the dashboard of this service has sent a request. The browser lets the page of another site set the header only if
 * the service allows it, and the service allows it to no site. A header that is sent several times must have this value
 * each time.
 */
export function isFromDashboard(request: SentHeaders): boolean {
  const senders = valuesOf(request, "x-requested-with");
  const sites = valuesOf(request, "sec-fetch-site");
  return (
    senders.length > 0 &&
    senders.every((sender) => sender === "dashboard") &&
    sites.every((site) => site === "same-origin")
  );
}

function valuesOf({ headers, multiValueHeaders }: SentHeaders, name: string): string[] {
  const all = Object.entries(multiValueHeaders ?? {}).flatMap(([sent, values]) =>
    sent.toLowerCase() === name ? (values ?? []) : [],
  );
  const last = headers[name];
  return last === undefined ? all : [...all, last];
}
