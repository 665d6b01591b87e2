import type { Delivery, DeliveryAttempt } from "../domain/delivery.ts";
import { isoTime, secondMs } from "../domain/time.ts";
import { FetchError } from "./fetch-error.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { signatureHeader } from "./sign.ts";

/** From the start of the connection to the status line (specification, section 8). */
const answerTimeoutMs = 10 * secondMs;
const responseBytesKept = 1_024;

/**
 * Sends one delivery once. Never throws for what the endpoint does: a refusal, a time-out and a redirect are
 * failed attempts with a readable error.
 */
export async function attemptDelivery(
  {
    delivery,
    number,
    url,
    secret,
  }: { delivery: Delivery; number: number; url: string; secret: string | null },
  { nowMs, allowLoopback }: { nowMs: () => number; allowLoopback: boolean },
): Promise<{ succeeded: boolean; attempt: DeliveryAttempt }> {
  const at = isoTime(nowMs());
  const startedMs = performance.now();
  try {
    const { status, body, latencyMs } = await guardedFetch(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "Content-Length": String(Buffer.byteLength(delivery.body)),
        "User-Agent": "ContentPipelineService-Webhooks/1.0",
        "X-Service-Event": delivery.type,
        "X-Service-Delivery": delivery.id,
        "X-Service-Attempt": String(number),
        ...(secret !== null && { "X-Service-Signature": signatureHeader(delivery.body, secret) }),
      },
      body: delivery.body,
      timeoutMs: answerTimeoutMs,
      maxBodyBytes: responseBytesKept,
      allowLoopback,
    });
    const succeeded = status >= 200 && status < 300;
    const error = succeeded
      ? null
      : status < 400
        ? `redirects are not followed (${status})`
        : `status ${status}`;
    const response = textOf(body);
    return { succeeded, attempt: { number, at, statusCode: status, latencyMs, error, response } };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    const latencyMs = Math.round(performance.now() - startedMs);
    return {
      succeeded: false,
      attempt: { number, at, statusCode: null, latencyMs, error: error.message, response: null },
    };
  }
}

/** The start of an answer as text. What is no UTF-8 becomes U+FFFD, which is longer: the bound is on the outcome. */
function textOf(body: Buffer): string {
  const text = Buffer.from(body.toString("utf8"));
  return text.length <= responseBytesKept
    ? text.toString("utf8")
    : new TextDecoder("utf8", { fatal: false }).decode(text.subarray(0, responseBytesKept), { stream: true });
}
