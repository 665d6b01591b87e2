import type { Delivery, DeliveryAttempt } from "./delivery.ts";
import { utf8ByteCount } from "./text-length.ts";

/** What stands in the signature headers of an attempt: undefined where a header is not sent. */
export type Signatures = Pick<DeliveryAttempt, "signature" | "previousSignature">;

/**
 * The headers of the request of one attempt, apart from those that HTTP itself needs, such as `Host`. The request is sent with
 * them, and clients see them with the attempt.
 */
export function requestHeaders(
  { id, type, body }: Pick<Delivery, "id" | "body"> & { type: string },
  number: number,
  { signature, previousSignature }: Signatures,
): Record<string, string> {
  return {
    "Content-Type": "application/json",
    "Content-Length": String(utf8ByteCount(body)),
    "User-Agent": "ContentPipelineService-Webhooks/1.0",
    "X-Service-Event": type,
    "X-Service-Delivery": id,
    "X-Service-Attempt": String(number),
    ...(signature !== undefined && { "X-Service-Signature": signature }),
    ...(previousSignature !== undefined && { "X-Service-Signature-Previous": previousSignature }),
  };
}
