import type { FetchErrorCode } from "../http/fetch-error.ts";

/** Why an attempt failed, as a metric dimension: a small fixed set, so that no endpoint can add values. */
export type FailureReason = FetchErrorCode | "redirect" | "status_4xx" | "status_5xx" | "status_other";

const redirects = new Set([301, 302, 303, 307, 308]);

/** Why a response with this status is a failure; null when it is a success. */
export function failureReasonOf(status: number): FailureReason | null {
  if (status >= 200 && status < 300) return null;
  if (redirects.has(status)) return "redirect";
  if (status >= 400 && status < 500) return "status_4xx";
  return status >= 500 && status < 600 ? "status_5xx" : "status_other";
}
