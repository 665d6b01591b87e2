import type { Header, Response } from "../../../lib/openapi/document-types.ts";
import type { HttpResponse } from "../client/http-client.ts";
import { operationOf, resolved } from "./document.ts";
import { schemaFaults } from "./schemas.ts";

const error = { $ref: "#/components/schemas/ErrorResponse" };

/** The headers of this service. All others are general HTTP headers. */
const serviceHeaders = /^(x-|ratelimit-|retry-after|idempotent-|deprecation|location|etag|cache-control)/;

/** The differences between a response and the document; empty if there are none. */
export function documentFaults(method: string, target: string, answer: HttpResponse): string[] {
  const { status, text, json } = answer;
  const found = operationOf(method, target);
  // A response to HEAD has no body, not even for an unknown path.
  if (found === undefined) return status === 301 || method === "HEAD" ? [] : schemaFaults(error, json);
  const where = `${found.operation.operationId} ${status}`;
  const documented = found.operation.responses[String(status)];
  if (documented === undefined) return [`${where}: not in the document: ${text.slice(0, 300)}`];
  const response = resolved<Response>(documented);
  return [...headerFaults(response, answer), ...contentFaults(response, answer)].map(
    (fault) => `${where}: ${fault}`,
  );
}

/** Reasons why the document would not allow the body of a request that succeeded; empty if it allows the body. */
export function requestFaults(
  method: string,
  target: string,
  { status }: HttpResponse,
  sent: string | undefined,
): string[] {
  const content = operationOf(method, target)?.operation.requestBody?.content["application/json"];
  if (content === undefined || status >= 300 || sent === undefined || sent === "") return [];
  return schemaFaults(content.schema, JSON.parse(sent), { isClosed: false }).map(
    (fault) => `the document does not allow this request body: ${fault} in ${sent.slice(0, 500)}`,
  );
}

function headerFaults({ headers = {} }: Response, answer: HttpResponse): string[] {
  const known = Object.entries(headers).map(([name, ref]): [string, Header] => [
    name.toLowerCase(),
    resolved<Header>(ref),
  ]);
  const names = new Set(known.map(([name]) => name));
  const unknown = Object.keys(answer.headers).filter((name) => serviceHeaders.test(name) && !names.has(name));
  return [
    ...unknown.map((name) => `the header ${name} is not in the document`),
    ...known.flatMap(([name, { required = false, schema }]) => {
      const sent = answer.headers[name];
      // Node returns the one header that may not be joined as a list.
      const value = Array.isArray(sent) ? sent.join() : sent;
      if (value === undefined) return required ? [`no header ${name}`] : [];
      const read = schema.type === "integer" && /^\d+$/.test(value) ? Number(value) : value;
      return schemaFaults(schema, read).map((fault) => `header ${name}: ${fault}`);
    }),
  ];
}

function contentFaults({ content }: Response, { headers, text, json }: HttpResponse): string[] {
  if (content === undefined) return text === "" ? [] : [`a body that is not in the document: ${text}`];
  const type = String(headers["content-type"]).split(";")[0] ?? "";
  const media = content[type];
  if (media === undefined) return [`the content type ${type} is not in the document`];
  const value = /[/+]json$/.test(type) ? json : text;
  return schemaFaults(media.schema, value).map((fault) => `body: ${fault} in ${text.slice(0, 500)}`);
}
