import { errors } from "../../../functions/contract/errors.ts";
import type { Route } from "../../../functions/contract/route.ts";
import { asText, at, type HttpResponse } from "../client/http-client.ts";

/** The error code of each status (specification, section 7). */
const codes = new Map<number, string>(Object.entries(errors).map(([code, { status }]) => [status, code]));

const internalText =
  /arn:aws|dynamo|node_modules|file:\/\/|\.m?[jt]s:\d|Exception|Traceback|ContentPipeline[A-Z]/;

const requestId = /^[\w-]{8,}$/;

/** The header of each response over HTTPS by the local runtime. */
const overHttps = "max-age=0";

/** Returns the differences between a response and the contract's error with a status; empty if there are none. */
export function errorFaults(
  response: HttpResponse,
  status: number,
  by: "https" | "http" = "https",
): string[] {
  const { headers, text, json } = response;
  const error = at(json, "error");
  const code = at(json, "error", "code");
  const allowed = code === "validation_error" ? ["code", "message", "fields"] : ["code", "message"];
  return faults({
    [`status ${response.status} instead of ${status}: ${text.slice(0, 300)}`]: response.status === status,
    [`code ${JSON.stringify(code)}`]: code === codes.get(status),
    "no message": /\S/.test(asText(at(json, "error", "message") ?? "")),
    "more than `error` in the body": Object.keys(Object(json)).length === 1,
    "unknown fields in the error": Object.keys(Object(error)).every((name) => allowed.includes(name)),
    "no content type of JSON": /^application\/json(;|$)/.test(String(headers["content-type"])),
    "no Strict-Transport-Security, or one over plain HTTP":
      headers["strict-transport-security"] === (by === "https" ? overHttps : undefined),
    "no request id": requestId.test(String(headers["x-request-id"])),
    "no integer Retry-After": status !== 429 || /^[1-9]\d*$/.test(String(headers["retry-after"])),
    [`internal names in ${text}`]: !internalText.test(text),
  });
}

/**
 * Returns the faults of an error below 500 whatever its status; a success has none, and a status from 500 is a fault.
 */
export function anyErrorFaults(response: HttpResponse): string[] {
  if ([200, 201, 202, 204, 302, 304].includes(response.status)) return [];
  return response.status < 500
    ? errorFaults(response, response.status)
    : [`${response.status} ${response.text}`];
}

/** Returns the differences between a response and the success that its route promises; empty if there are none. */
export function successFaults(
  { success, access }: Route,
  { status, headers, text, json }: HttpResponse,
): string[] {
  // Parsing drops unknown fields: the comparison below finds fields that the service must not send.
  const parsed = "body" in success ? success.body.safeParse(json) : null;
  const remaining = Number(headers["ratelimit-remaining"] ?? -1);
  return faults({
    [`status ${status} instead of ${success.status}: ${text}`]: status === success.status,
    "no Strict-Transport-Security": headers["strict-transport-security"] === overHttps,
    "no request id": requestId.test(String(headers["x-request-id"])),
    "no content type of JSON":
      parsed === null || headers["content-type"] === "application/json; charset=utf-8",
    [`the body does not match its schema: ${text}`]:
      parsed === null || (parsed.success && JSON.stringify(parsed.data) === JSON.stringify(json)),
    "a body with a 204": status !== 204 || (text === "" && headers["content-type"] === undefined),
    "no rate limit":
      access === "public" ||
      (headers["ratelimit-limit"] === "120" &&
        remaining >= 0 &&
        remaining < 120 &&
        /^([1-5]?\d|60)$/.test(String(headers["ratelimit-reset"]))),
  });
}

/** Returns the names of the checks that are false. */
function faults(checks: Record<string, boolean>): string[] {
  return Object.entries(checks).flatMap(([fault, isPassed]) => (isPassed ? [] : [fault]));
}

/** Returns the names in `error.fields`, sorted; an entry without a reason gives a text that says so. */
export function fieldsOf({ json, text }: HttpResponse): string[] {
  const fields = at(json, "error", "fields");
  if (!Array.isArray(fields)) return [`no error.fields: ${text}`];
  const names = fields.map((entry) =>
    at(entry, "reason") ? asText(at(entry, "field")) : `no reason: ${JSON.stringify(entry)}`,
  );
  return names.toSorted((one, other) => one.localeCompare(other));
}

/** Returns a response without the headers that differ from response to response. */
export function comparable({ status, headers, text }: HttpResponse) {
  const varying = ["x-request-id", "date", "ratelimit-remaining", "ratelimit-reset"];
  return { status, text, headers: Object.entries(headers).filter(([name]) => !varying.includes(name)) };
}
