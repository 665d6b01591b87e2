import type { FetchErrorCode } from "../http/fetch-error.ts";

/** Why an attempt failed, as operators count it: few values, none of them the endpoint's to make up. */
export type FailureReason = FetchErrorCode | "redirect" | "status_4xx" | "status_5xx" | "status_other";

const redirects = new Set([301, 302, 303, 307, 308]);

/** Why an answer with a status is no success; null when it is one. */
export function failureReasonOf(status: number): FailureReason | null {
  if (status >= 200 && status < 300) return null;
  if (redirects.has(status)) return "redirect";
  if (status >= 400 && status < 500) return "status_4xx";
  return status >= 500 && status < 600 ? "status_5xx" : "status_other";
}
