import type { IncomingMessage } from "node:http";

/** The content types that a form of any web page can send. */
const formTypes = /^(?:text\/plain|application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/**
 * Returns why a request may come from a web page in this user's browser, or undefined if no web page can have sent it.
 * Browsers add `Origin` to every request of another site that is not a plain GET, and the page's own host name to a request
 * whose name was made to resolve to this machine (DNS rebinding).
 */
export function crossSiteProblem({ headers }: IncomingMessage): string | undefined {
  if (headers.origin !== undefined) return "Requests of web pages are not allowed (header Origin).";
  if (!loopbackHost.test(headers.host ?? "")) return "The header Host must be localhost, 127.0.0.1 or [::1].";
  if (formTypes.test(headers["content-type"] ?? "")) return "The content types of forms are not allowed.";
  return undefined;
}
