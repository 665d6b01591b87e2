import { createContext, Script } from "node:vm";
import { type Assembly, describeResource, type Resource } from "../assembly.ts";
import { isJsonObject, type Json, listAt, numberAt, textAt } from "../json.ts";
import type { PlainResponse } from "./gateway-errors.ts";
import type { ViewerRequest } from "./viewer-request.ts";

/** What CloudFront does with a request: it responds, or sends the request to its origin with these headers and this path. */
export type EdgeOutcome =
  | { response: PlainResponse }
  | { uri: string; headers: ReadonlyMap<string, readonly string[]> };

/** Compiles the function's `handler` once. As in CloudFront, it sees the language and a console, and nothing of Node. */
export function compileFunction(
  assembly: Assembly,
  where: string,
  arn: string | undefined,
): (event: object) => EdgeOutcome {
  const fn = assembly
    .ofType("AWS::CloudFront::Function")
    .find(({ attributes }) => attributes["FunctionARN"] === arn);
  const code = fn === undefined ? undefined : textAt(fn.properties, "FunctionCode");
  if (fn === undefined || code === undefined)
    throw new Error(`${where}: its function ${arn} is not in the template`);
  const sandbox = createContext({ console: { log: () => undefined } });
  new Script(code, { filename: `${fn.logicalId}.js` }).runInContext(sandbox);
  const handler: unknown = new Script("handler").runInContext(sandbox);
  if (typeof handler !== "function") throw new Error(`${describeResource(fn)}: has no function handler`);
  return (event) => readOutcome(Reflect.apply(handler, undefined, [event]), where);
}

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html */
interface EventValue {
  value: string;
  multiValue?: { value: string }[];
}

export function eventOf(
  request: ViewerRequest,
  distribution: Resource,
  headers: Record<string, EventValue>,
): object {
  const { method, uri, rawQuery, requestId, sourceIp } = request;
  return {
    version: "1.0",
    context: {
      distributionDomainName: distribution.attributes["DomainName"],
      distributionId: distribution.ref,
      eventType: "viewer-request",
      requestId,
    },
    viewer: { ip: sourceIp },
    request: {
      method,
      uri,
      headers,
      cookies: {},
      querystring: eventValues((rawQuery ?? "").split("&").filter(Boolean).map(nameAndValue)),
      rawQueryString: () => rawQuery,
    },
  };
}

function nameAndValue(pair: string): [string, string] {
  const end = pair.indexOf("=");
  return end === -1 ? [pair, ""] : [pair.slice(0, end), pair.slice(end + 1)];
}

export function eventHeaders(request: ViewerRequest, hasProtocolHeader: boolean): Record<string, EventValue> {
  const own: [string, string][] = hasProtocolHeader ? [["cloudfront-forwarded-proto", request.protocol]] : [];
  // CloudFront replaces or drops a client's CloudFront-* headers.
  const clients = request.headers.filter(([name]) => !name.startsWith("cloudfront-"));
  return eventValues([...clients, ...own]);
}

function eventValues(pairs: readonly (readonly [string, string])[]): Record<string, EventValue> {
  const values = new Map<string, EventValue>();
  for (const [name, value] of pairs) {
    const known = values.get(name);
    if (known === undefined) values.set(name, { value });
    else (known.multiValue ??= [{ value: known.value }]).push({ value });
  }
  return Object.fromEntries(values);
}

export function plainHeaders(headers: Record<string, EventValue>): Map<string, readonly string[]> {
  return new Map(
    Object.entries(headers).map(([name, { value, multiValue }]) => [
      name,
      multiValue?.map((one) => one.value) ?? [value],
    ]),
  );
}

function readOutcome(result: unknown, where: string): EdgeOutcome {
  if (typeof result !== "object" || result === null)
    throw new Error(`${where}: its function returned no object`);
  // Through JSON, because objects of the sandbox have other classes than ours.
  const json: Json = JSON.parse(JSON.stringify(result));
  const status = numberAt(json, "statusCode");
  const headers = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(
    isJsonObject(json) && isJsonObject(json["headers"]) ? json["headers"] : {},
  )) {
    const many = listAt(value, "multiValue").flatMap((one) => textAt(one, "value") ?? []);
    const one = textAt(value, "value");
    if (many.length > 0) headers.set(name, many);
    else if (one !== undefined) headers.set(name, [one]);
  }
  if (status !== undefined) {
    return {
      response: { status, headers: Object.fromEntries(headers), body: textAt(json, "body", "data") ?? "" },
    };
  }
  const uri = textAt(json, "uri");
  if (uri === undefined) throw new Error(`${where}: its function returned neither a request nor a response`);
  return { uri, headers };
}
