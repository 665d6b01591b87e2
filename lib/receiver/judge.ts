import type { IncomingHttpHeaders } from "node:http";
import { isJsonObject, type Json, parseJson, textAt } from "../emulator/json.ts";
import { checkSignature, type SignatureCheck } from "./verify.ts";

/** What the receiver makes of one request. */
export interface Judgement {
  type: string | null;
  eventId: string | null;
  deliveryId: string | null;
  attempt: string | null;
  signature: SignatureCheck;
  /** `again`: it came before and was not taken. `duplicate`: it was taken before. null: it is no event to be taken. */
  seen: "new" | "again" | "duplicate" | null;
  status: number;
  /** Goes into the answer: who sent the delivery reads it in its attempts. */
  reason: string;
}

interface Arrived {
  method: string;
  headers: IncomingHttpHeaders;
  /** null: larger than is read. */
  body: Buffer | null;
}

/** A judge of requests, who remembers which events were taken and how often each delivery has failed. */
export function openJudge({ secret, failures }: { secret: string | null; failures: number }) {
  const taken = new Map<string, boolean>();
  const failed = new Map<string, number>();

  return function judge({ method, headers, body }: Arrived): Judgement {
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
    const refuse = (status: number, reason: string) => ({ ...known, seen: null, status, reason });
    if (method !== "POST") return refuse(405, "webhooks are sent by POST");
    if (body === null) return refuse(413, "the body is larger than 1 MiB");
    // Before anything in the body is believed.
    if (secret !== null && signature.outcome !== "valid")
      return refuse(401, signature.outcome === "absent" ? "there is no signature" : "the signature is wrong");
    if (eventId === null) return refuse(400, "the body is no event with an id");

    const before = taken.get(eventId);
    const seen = before === undefined ? "new" : before ? "duplicate" : "again";
    const failuresBefore = failed.get(deliveryId ?? eventId) ?? 0;
    if (failuresBefore < failures) {
      failed.set(deliveryId ?? eventId, failuresBefore + 1);
      if (before === undefined) taken.set(eventId, false);
      return {
        ...known,
        seen,
        status: 500,
        reason: `failure ${failuresBefore + 1} of ${failures}, as asked`,
      };
    }
    taken.set(eventId, true);
    return { ...known, seen, status: 200, reason: before === true ? "taken before" : "taken" };
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
