import type { Delivery, DeliveryAttempt } from "../domain/delivery.ts";
import { requestHeaders, type Signatures } from "../domain/delivery-request.ts";
import { isoTime, secondMs } from "../domain/time.ts";
import { FetchError } from "../http/fetch-error.ts";
import { guardedFetch } from "../http/guarded-fetch.ts";
import { type FailureReason, failureReasonOf } from "./failure-reason.ts";
import { signatureHeader } from "./sign.ts";

/** From the start of the connection to the status line (specification, section 8). */
const responseTimeoutMs = 10 * secondMs;
const responseBytesMax = 1_024;
/** Enough for seconds and for an HTTP date. */
const retryAfterCharactersMax = 64;

/**
 * Sends one delivery once. Does not throw for anything the endpoint does: a failed connection, a time-out and a redirect
 * are failed attempts with a readable error.
 */
export async function attemptDelivery(
  {
    delivery,
    number,
    url,
    secret,
    previousSecret,
  }: {
    delivery: Pick<Delivery, "id" | "type" | "body" | "url">;
    number: number;
    url: string;
    secret: string | null;
    /** Also signs, during a rotation. */
    previousSecret: string | null;
  },
  { nowMs, allowLoopback }: { nowMs: () => number; allowLoopback: boolean },
): Promise<{ succeeded: boolean; reason: FailureReason | null; attempt: DeliveryAttempt }> {
  const signatures: Signatures = {
    ...(secret !== null && { signature: signatureHeader(delivery.body, secret) }),
    ...(previousSecret !== null && { previousSignature: signatureHeader(delivery.body, previousSecret) }),
  };
  const sent = { number, at: isoTime(nowMs()), ...(url !== delivery.url && { url }), ...signatures };
  const startedMs = performance.now();
  try {
    const { status, headers, body, latencyMs } = await guardedFetch(url, {
      method: "POST",
      headers: requestHeaders(delivery, number, signatures),
      body: delivery.body,
      timeoutMs: responseTimeoutMs,
      maxBodyBytes: responseBytesMax,
      allowLoopback,
      keepAlive: true,
    });
    const reason = failureReasonOf(status);
    const error =
      reason === null
        ? null
        : reason === "redirect"
          ? `redirects are not followed (${status})`
          : `status ${status}`;
    const response = textOf(body);
    const retryAfter = headers["retry-after"]?.slice(0, retryAfterCharactersMax);
    return {
      succeeded: reason === null,
      reason,
      attempt: {
        ...sent,
        statusCode: status,
        latencyMs,
        error,
        response,
        ...(retryAfter !== undefined && { retryAfter }),
      },
    };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    const latencyMs = Math.round(performance.now() - startedMs);
    return {
      succeeded: false,
      reason: error.code,
      attempt: { ...sent, statusCode: null, latencyMs, error: error.message, response: null },
    };
  }
}

/** The start of a response as text. Invalid UTF-8 becomes U+FFFD, which is longer: so limit the result, not the input. */
function textOf(body: Buffer): string {
  const text = Buffer.from(body.toString("utf8"));
  return text.length <= responseBytesMax
    ? text.toString("utf8")
    : new TextDecoder("utf8", { fatal: false }).decode(text.subarray(0, responseBytesMax), { stream: true });
}
