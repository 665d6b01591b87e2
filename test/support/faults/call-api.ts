import { randomUUID } from "node:crypto";
import { type Json, parseJson, textAt, valueAt } from "../../../lib/emulator/json.ts";
import type { FaultyService } from "./faulty-service.ts";

/** Invokes the function of an endpoint as the gateway does, and returns status and body. */
export async function callApi(
  service: FaultyService,
  operation: "ListDeadLetters" | "GetDeadLetter" | "ReplayDeadLetter",
  { key, id, query }: { key: string; id?: string; query?: Record<string, string> },
): Promise<{ status: number; body: Json }> {
  const result = await service.invoke(`${operation}Handler`, {
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    pathParameters: id === undefined ? null : { id },
    queryStringParameters: query ?? null,
    body: null,
    isBase64Encoded: false,
    requestContext: { requestId: randomUUID(), identity: { sourceIp: "192.0.2.1" } },
  });
  const body = parseJson(textAt(result, "body") ?? "null", operation);
  return { status: Number(valueAt(result, "statusCode")), body };
}
