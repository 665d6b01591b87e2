import { errors } from "../../../functions/contract/errors.ts";
import type { Route } from "../../../functions/contract/route.ts";
import { asText, at, type HttpResponse } from "../client/http-client.ts";

/** Each status of an error with its code (specification, section 7). */
const codes = new Map<number, string>(Object.entries(errors).map(([code, { status }]) => [status, code]));

const internals =
  /arn:aws|dynamo|node_modules|file:\/\/|\.m?[jt]s:\d|Exception|Traceback|ContentPipeline[A-Z]/;

const requestId = /^[\w-]{8,}$/;

/** Wherein an answer is not the contract's error of a status; nothing when it is. */
export function errorFaults(response: HttpResponse, status: number): string[] {
  const { headers, text, json } = response;
  const error = at(json, "error");
  const code = at(json, "error", "code");
  const allowed = code === "validation_error" ? ["code", "message", "fields"] : ["code", "message"];
  return faults({
    [`status ${response.status} in place of ${status}: ${text.slice(0, 300)}`]: response.status === status,
    [`code ${JSON.stringify(code)}`]: code === codes.get(status),
    "no message": /\S/.test(asText(at(json, "error", "message") ?? "")),
    "more beside the error": Object.keys(Object(json)).length === 1,
    "more in the error": Object.keys(Object(error)).every((name) => allowed.includes(name)),
    "no JSON by its content type": /^application\/json(;|$)/.test(String(headers["content-type"])),
    "no request id": requestId.test(String(headers["x-request-id"])),
    "no integer Retry-After": status !== 429 || /^[1-9]\d*$/.test(String(headers["retry-after"])),
    [`internals in ${text}`]: !internals.test(text),
  });
}

/** The same for whatever error it is, below 500; a success has no faults. */
export function anyFaults(response: HttpResponse): string[] {
  if ([200, 201, 202, 204, 302, 304].includes(response.status)) return [];
  return response.status < 500
    ? errorFaults(response, response.status)
    : [`${response.status} ${response.text}`];
}

/** Wherein an answer is not the success that its route promises; nothing when it is. */
export function successFaults(
  { success, access }: Route,
  { status, headers, text, json }: HttpResponse,
): string[] {
  // Parsing drops what the schema does not know: nothing of the kind may have left.
  const parsed = "body" in success ? success.body.safeParse(json) : null;
  const remaining = Number(headers["ratelimit-remaining"] ?? -1);
  return faults({
    [`status ${status} in place of ${success.status}: ${text}`]: status === success.status,
    "no request id": requestId.test(String(headers["x-request-id"])),
    "no JSON by its content type":
      parsed === null || headers["content-type"] === "application/json; charset=utf-8",
    [`not the schema's body: ${text}`]:
      parsed === null || (parsed.success && JSON.stringify(parsed.data) === JSON.stringify(json)),
    "a body without content": status !== 204 || (text === "" && headers["content-type"] === undefined),
    "no rate limit":
      access === "public" ||
      (headers["ratelimit-limit"] === "120" &&
        remaining >= 0 &&
        remaining < 120 &&
        /^([1-5]?\d|60)$/.test(String(headers["ratelimit-reset"]))),
  });
}

function faults(promises: Record<string, boolean>): string[] {
  return Object.entries(promises).flatMap(([fault, kept]) => (kept ? [] : [fault]));
}

/** The names in `error.fields`, in the order of the alphabet; each must have its reason. */
export function fieldsOf({ json, text }: HttpResponse): string[] {
  const fields = at(json, "error", "fields");
  if (!Array.isArray(fields)) return [`no error.fields: ${text}`];
  const names = fields.map((entry) =>
    at(entry, "reason") ? asText(at(entry, "field")) : `no reason: ${JSON.stringify(entry)}`,
  );
  return names.toSorted((one, other) => one.localeCompare(other));
}

/** The answer without what is different in every answer. */
export function comparable({ status, headers, text }: HttpResponse) {
  const own = ["x-request-id", "date", "ratelimit-remaining", "ratelimit-reset"];
  return { status, text, headers: Object.entries(headers).filter(([name]) => !own.includes(name)) };
}
