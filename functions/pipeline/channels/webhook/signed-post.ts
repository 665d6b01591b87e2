import { signatureHeader, signedBody } from "../../../delivery/sign.ts";
import { fieldOf } from "../../../domain/field-of.ts";
import { trusted } from "../../../domain/trusted.ts";
import { guardedFetch } from "../../../http/guarded-fetch.ts";
import type { GuardedResponse } from "../../../http/send-request.ts";
import type { Credentials } from "../channel.ts";
import { externalUrlOf } from "../external-url.ts";

/** A response holds one URL of at most 2,000 characters, so its JSON fits easily. */
const responseBytesMax = 16 * 1_024;

/** What is sent to the endpoint. */
export interface Notice {
  id: string;
  type: "channel.post" | "channel.check";
  data: Readonly<Record<string, unknown>>;
  /** Unix seconds. */
  ts: number;
}

/**
 * Sends one signed POST to the brand's endpoint. The body and its signature follow the rules of webhook deliveries.
 * @throws {FetchError} when the endpoint gives no response
 */
export async function signedPost(
  credentials: Credentials,
  notice: Notice,
  { timeoutMs, allowLoopback }: { timeoutMs: number; allowLoopback: boolean },
): Promise<Pick<GuardedResponse, "status" | "headers" | "body">> {
  // `webhookCredentials` has parsed them.
  const { url, secret = null } = trusted<{ url: string; secret?: string | null }>(credentials);
  const body = signedBody(notice, secret);
  return guardedFetch(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Content-Length": String(Buffer.byteLength(body)),
      Accept: "application/json",
      "User-Agent": "ContentPipelineService-Channel/1.0",
      "Idempotency-Key": notice.id,
      "X-Service-Event": notice.type,
      ...(secret !== null && { "X-Service-Signature": signatureHeader(body, secret) }),
    },
    body,
    timeoutMs,
    maxBodyBytes: responseBytesMax,
    allowLoopback,
    keepAlive: true,
  });
}

/**
 * The statuses by which an endpoint says that it takes no posts at all. Automation tools return 404 or 410 for a workflow
 * that was switched off or deleted.
 */
export const lostStatuses: readonly number[] = [401, 403, 404, 410];

/** Where the endpoint says that the post can be seen; null if its response names no usable address. */
export function externalUrlIn(body: Buffer): string | null {
  return externalUrlOf(fieldIn(body, "externalUrl"));
}

function fieldIn(body: Buffer, name: string): unknown {
  try {
    return fieldOf(JSON.parse(body.toString("utf8")), name);
  } catch {
    // Not JSON, or cut off.
    return undefined;
  }
}
