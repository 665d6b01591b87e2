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

/**
 * Whether the dashboard of this service has sent a request. The browser lets the page of another site set the header only if
 * the service allows it, and the service allows it to no site.
 */
export function isFromDashboard(headers: Readonly<Record<string, string | undefined>>): boolean {
  const site = headers["sec-fetch-site"];
  return headers["x-requested-with"] === "dashboard" && (site === undefined || site === "same-origin");
}
