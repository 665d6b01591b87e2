import { isJsonObject, type Json, listAt, numberAt } from "../json.ts";
import type { PlainResponse } from "./gateway-errors.ts";

/** Reads the response of a function. Returns undefined where API Gateway finds a malformed proxy response. */
export function proxyResponse(payload: Json): PlainResponse | undefined {
  const status = numberAt(payload, "statusCode");
  if (
    !isJsonObject(payload) ||
    status === undefined ||
    !Number.isInteger(status) ||
    status < 200 ||
    status > 599
  )
    return undefined;
  const body = payload["body"] ?? "";
  if (typeof body !== "string") return undefined;

  const headers: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(objectOr(payload["headers"]))) {
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
      headers[name.toLowerCase()] = String(value);
  }
  const many = payload["multiValueHeaders"];
  for (const name of Object.keys(objectOr(many))) {
    headers[name.toLowerCase()] = listAt(many, name).map((value) =>
      typeof value === "string" ? value : JSON.stringify(value),
    );
  }
  return {
    status,
    // API Gateway's default content type.
    headers: { "content-type": "application/json", ...headers },
    body: payload["isBase64Encoded"] === true ? Buffer.from(body, "base64") : body,
  };
}

function objectOr(value: Json | undefined): Readonly<Record<string, Json>> {
  return isJsonObject(value) ? value : {};
}
