import { errorFaults } from "../api/responses.ts";
import { asText, at, type HttpResponse, type Json } from "../client/http-client.ts";
import { documentFaults } from "../openapi/document-faults.ts";
import { provided } from "../setup/provided.ts";
import type { AllowedResponses } from "./allowed-responses.ts";
import type { FuzzRequest } from "./fuzz-request.ts";
import { matchOf } from "./route-matching.ts";
import type { FuzzSetup } from "./setup.ts";

/** Text that no message of the service has: positions in code, names of libraries, missing values. */
const internalText =
  /\bat \S+ \(|:\d+:\d+\)|zod|dynamo|lambda|\bsqs\b|\bkms\b|undefined|\[object|\bNaN\b|\bpk\b|\bsk\b|TypeError|RangeError|SyntaxError|Unexpected token|JSON at position/i;

/** Returns the differences between a response and what the contract allows; empty if there are none. */
export function responseFaults(
  response: HttpResponse,
  allowed: AllowedResponses,
  { method, path }: FuzzRequest,
  setup: FuzzSetup,
): string[] {
  const { status, headers, text } = response;
  const found: string[] = [];
  if (!allowed.statuses.includes(status))
    found.push(
      `status ${status} where ${[...new Set(allowed.statuses)].join(" or ")} is allowed: ${text.slice(0, 300)}`,
    );
  if (headers["x-request-id"] === undefined) found.push("no X-Request-Id");
  if (headers["strict-transport-security"] === undefined) found.push("no Strict-Transport-Security");
  if (headers["x-injected"] !== undefined) found.push("a header was injected");
  if (headers["set-cookie"] !== undefined && !mayHaveCookie(matchOf(method, path)))
    found.push("a cookie was set");
  found.push(...leaks(response, setup));
  if (allowed.hasRateLimit && headers["ratelimit-limit"] === undefined) found.push("no RateLimit-Limit");
  if (method === "HEAD") return found;
  if (allowed.match !== null) found.push(...documentFaults(method, path, response));
  return [
    ...found,
    ...(status < 400 ? successFaults(response, allowed) : rejectionFaults(response, allowed)),
  ];
}

function mayHaveCookie(match: ReturnType<typeof matchOf>): boolean {
  return match !== null && match !== "malformed" && match.route.setsCookie === true;
}

function rejectionFaults(response: HttpResponse, { fields }: AllowedResponses): string[] {
  const { status, json } = response;
  const named = fieldsIn(json);
  // The client chose the name of a field, so the response may contain it.
  // A name can be the beginning of another one.
  const longestFirst = named.toSorted((one, other) => other.field.length - one.field.length);
  const withoutFieldNames = (text: string) =>
    longestFirst.reduce((rest, { field }) => rest.replaceAll(field, ""), text);
  const found = errorFaults({ ...response, text: withoutFieldNames(response.text) }, status);
  if (status === 400) {
    found.push(...named.flatMap(({ fault }) => fault));
    if (named.length === 0) found.push("a 400 names no field");
    const names = named.map(({ field }) => field);
    if (fields !== undefined && names.join() !== fields.join())
      found.push(`the fields ${names.join()} instead of ${fields.join()}`);
  }
  const messages = [
    withoutFieldNames(asText(at(json, "error", "message"))),
    ...named.map(({ reason }) => reason),
  ];
  return [
    ...found,
    ...messages.filter((one) => internalText.test(one)).map((one) => `internal text: ${one}`),
  ];
}

function fieldsIn(json: Json): { field: string; reason: string; fault: string[] }[] {
  const fields = at(json, "error", "fields");
  return (Array.isArray(fields) ? fields : []).map((entry) => {
    const field = at(entry, "field");
    const reason = at(entry, "reason");
    const isRight = typeof field === "string" && field !== "" && typeof reason === "string" && reason !== "";
    const hasMore = Object.keys(Object(entry)).length > 2;
    return {
      field: asText(field),
      reason: asText(reason),
      fault: isRight && !hasMore ? [] : [`the field ${JSON.stringify(entry)}`],
    };
  });
}

function successFaults({ status, headers, text, json }: HttpResponse, { match }: AllowedResponses): string[] {
  if (match === null) return [];
  const { success } = match.route;
  if ("body" in success) {
    const parsed = success.body.safeParse(json);
    // Parsing drops unknown fields: the comparison finds fields that the service must not send.
    return parsed.success && JSON.stringify(parsed.data) === JSON.stringify(json)
      ? []
      : [`the body does not match its schema: ${text.slice(0, 300)}`];
  }
  if ("document" in success) {
    if (status === 302) return headers.location === undefined ? ["no Location"] : [];
    return text.includes("evil.example") ? ["a document names the client's host"] : [];
  }
  return text === "" ? [] : ["a body with a 204"];
}

/** Returns a fault for each API key and each internal name that is in the headers or the body. */
function leaks({ headers, text }: HttpResponse, { fixtures, keys }: FuzzSetup): string[] {
  const whole = `${JSON.stringify(headers)}${text}`;
  const { database, stateDirectory, secrets } = provided("service");
  const named = {
    "the table's name": database.tableName,
    "the state folder": stateDirectory,
    "the key of the secrets": secrets.keyId,
    "a stack trace": "    at ",
  };
  const secret = [...Object.values(fixtures.keys), ...Object.values(keys)];
  return [
    ...Object.entries(named).flatMap(([what, name]) =>
      whole.includes(name) ? [`the response contains ${what}`] : [],
    ),
    ...(secret.some((key) => whole.includes(key)) ? ["the response contains an API key"] : []),
  ];
}
