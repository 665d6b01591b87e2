import type { IncomingHttpHeaders } from "node:http";
import { isJsonObject, type Json, parseJson, textAt } from "../emulator/json.ts";
import { checkSignature, type SignatureCheck } from "./verify.ts";

/** The receiver's judgement of a request. */
export interface Judgement {
  type: string | null;
  eventId: string | null;
  deliveryId: string | null;
  attempt: string | null;
  signature: SignatureCheck;
  /** `again`: received before and not accepted. `duplicate`: accepted before. null: not an event that can be accepted. */
  seen: "new" | "again" | "duplicate" | null;
  status: number;
  /** The body of the response. The sender shows it in the attempts of the delivery. */
  reason: string;
}

interface ReceivedRequest {
  method: string;
  headers: IncomingHttpHeaders;
  /** null: larger than the receiver reads. */
  body: Buffer | null;
}

/** Returns a function that judges requests. It remembers which events were accepted and how often each delivery has failed. */
export function openJudge({ secret, failures }: { secret: string | null; failures: number }) {
  const accepted = new Map<string, boolean>();
  const failed = new Map<string, number>();

  return function judge({ method, headers, body }: ReceivedRequest): Judgement {
    const event = body === null ? null : jsonOf(body);
    const eventId = textAt(event, "id") ?? null;
    const deliveryId = textOf(headers["x-service-delivery"]);
    const signature = checkSignature(body ?? Buffer.alloc(0), headers, secret);
    const known = {
      type: textAt(event, "type") ?? textOf(headers["x-service-event"]),
      eventId,
      deliveryId,
      attempt: textOf(headers["x-service-attempt"]),
      signature,
    };
    const reject = (status: number, reason: string) => ({ ...known, seen: null, status, reason });
    if (method !== "POST") return reject(405, "webhooks are sent with POST");
    if (body === null) return reject(413, "the body is larger than 1 MiB");
    // Before anything in the body is used.
    if (secret !== null && signature.outcome !== "valid")
      return reject(401, signature.outcome === "absent" ? "there is no signature" : "the signature is wrong");
    if (eventId === null) return reject(400, "the body is not an event with an id");

    const before = accepted.get(eventId);
    const seen = before === undefined ? "new" : before ? "duplicate" : "again";
    const failuresBefore = failed.get(deliveryId ?? eventId) ?? 0;
    if (failuresBefore < failures) {
      failed.set(deliveryId ?? eventId, failuresBefore + 1);
      if (before === undefined) accepted.set(eventId, false);
      return {
        ...known,
        seen,
        status: 500,
        reason: `failure ${failuresBefore + 1} of ${failures}, as requested`,
      };
    }
    accepted.set(eventId, true);
    return { ...known, seen, status: 200, reason: before === true ? "accepted before" : "accepted" };
  };
}

function textOf(header: string | string[] | undefined): string | null {
  return header === undefined ? null : String(header);
}

function jsonOf(body: Buffer): Json {
  try {
    const json = parseJson(body.toString("utf8"), "the body");
    return isJsonObject(json) ? json : null;
  } catch {
    return null;
  }
}
