import { createContext, Script } from "node:vm";
import { type Assembly, describeResource, type Resource } from "../assembly.ts";
import { isJsonObject, type Json, listAt, numberAt, textAt } from "../json.ts";
import type { PlainResponse } from "./gateway-errors.ts";
import { responseHeadersOf } from "./response-headers.ts";
import type { ViewerRequest } from "./viewer-request.ts";

/** The managed policies that add CloudFront-Forwarded-Proto to a request. */
const policiesWithProtocol = new Set([
  // AllViewerExceptHostHeader, AllViewerAndCloudFrontHeaders-2022-06
  "b689b0a8-53d0-40ab-baf2-68738e2966ac",
  "33f36d7e-f396-46d9-90e0-52428a34d9dc",
]);
const allMethodsCount = 7;

/** What CloudFront does with a request: it responds, or sends the request to the API with these headers and this path. */
export type EdgeOutcome =
  | { response: PlainResponse }
  | { uri: string; headers: ReadonlyMap<string, readonly string[]> };

/** An outcome, and the headers that CloudFront sets in the response. */
type EdgeResult = EdgeOutcome & { responseHeaders: Readonly<Record<string, string>> };

export interface Edge {
  api: Resource;
  /** Throws what the template's function throws. */
  handle(request: ViewerRequest): EdgeResult;
}

/** Reads the template's distribution: the API behind it, and its viewer-request functions, which run unchanged. */
export function edgeOf(assembly: Assembly): Edge {
  const [distribution, another] = assembly.ofType("AWS::CloudFront::Distribution");
  if (distribution === undefined || another !== undefined)
    throw new Error("The emulator needs one AWS::CloudFront::Distribution in the template");
  const config = distribution.properties["DistributionConfig"];
  const fallback = readBehavior(
    assembly,
    distribution,
    isJsonObject(config) ? config["DefaultCacheBehavior"] : undefined,
  );
  const special = listAt(config, "CacheBehaviors").map((behavior) =>
    readBehavior(assembly, distribution, behavior),
  );
  // How long errors are cached has no effect, because nothing is cached here.
  if (listAt(config, "CustomErrorResponses").some((one) => textAt(one, "ResponsePagePath") !== undefined))
    throw new Error(`${describeResource(distribution)}: the emulator does not know pages for errors`);

  const ownHeaders = originHeaders(distribution);
  return {
    api: apiBehind(assembly, distribution),
    handle(request) {
      const behavior = special.find(({ pattern }) => pattern.test(request.uri)) ?? fallback;
      const { responseHeaders } = behavior;
      const outcome = behavior.handle(request);
      return "response" in outcome
        ? { ...outcome, responseHeaders }
        : { uri: outcome.uri, headers: new Map([...outcome.headers, ...ownHeaders]), responseHeaders };
    },
  };
}

function apiBehind(assembly: Assembly, distribution: Resource): Resource {
  const [origin, another] = listAt(distribution.properties, "DistributionConfig", "Origins");
  const domain = textAt(origin, "DomainName");
  const api = assembly
    .ofType("AWS::ApiGateway::RestApi")
    .find(({ ref }) => domain?.startsWith(`${ref}.execute-api.`));
  if (api === undefined || another !== undefined)
    throw new Error(
      `${describeResource(distribution)}: the emulator knows only one origin, which is an API of the template`,
    );
  const stage = assembly
    .ofType("AWS::ApiGateway::Stage")
    .find(({ properties }) => properties["RestApiId"] === api.ref);
  if (stage === undefined || textAt(origin, "OriginPath") !== `/${textAt(stage.properties, "StageName")}`)
    throw new Error(`${describeResource(distribution)}: its origin path is not the stage of its API`);
  return api;
}

/** The headers that the distribution adds to every request to its origin, in place of the viewer's. */
function originHeaders(distribution: Resource): [name: string, values: readonly string[]][] {
  const [origin] = listAt(distribution.properties, "DistributionConfig", "Origins");
  return listAt(origin, "OriginCustomHeaders").map((header) => [
    (textAt(header, "HeaderName") ?? "").toLowerCase(),
    [textAt(header, "HeaderValue") ?? ""],
  ]);
}

interface Behavior {
  pattern: RegExp;
  responseHeaders: Readonly<Record<string, string>>;
  handle(request: ViewerRequest): EdgeOutcome;
}

function readBehavior(assembly: Assembly, distribution: Resource, behavior: Json | undefined): Behavior {
  const where = describeResource(distribution);
  if (textAt(behavior, "ViewerProtocolPolicy") !== "allow-all")
    throw new Error(`${where}: the emulator knows only behaviours that allow all protocols`);
  if (listAt(behavior, "AllowedMethods").length !== allMethodsCount)
    throw new Error(`${where}: the emulator knows only behaviours that allow all methods`);

  const associations = listAt(behavior, "FunctionAssociations");
  const run = associations.map((association) => {
    if (textAt(association, "EventType") !== "viewer-request")
      throw new Error(`${where}: the emulator knows only viewer-request functions`);
    return compile(assembly, where, textAt(association, "FunctionARN"));
  })[0];
  const showsProtocol = namesProtocol(assembly, behavior);

  return {
    pattern: wildcard(textAt(behavior, "PathPattern") ?? "*"),
    responseHeaders: responseHeadersOf(assembly, textAt(behavior, "ResponseHeadersPolicyId")),
    handle(request) {
      const headers = eventHeaders(request, showsProtocol);
      if (run === undefined) return { uri: request.uri, headers: plainHeaders(headers) };
      return readOutcome(run(eventOf(request, distribution, headers)), where);
    },
  };
}

function namesProtocol(assembly: Assembly, behavior: Json | undefined): boolean {
  if (policiesWithProtocol.has(textAt(behavior, "OriginRequestPolicyId") ?? "")) return true;
  const policyId = textAt(behavior, "CachePolicyId");
  const policy = assembly.ofType("AWS::CloudFront::CachePolicy").find(({ ref }) => ref === policyId);
  const path = ["CachePolicyConfig", "ParametersInCacheKeyAndForwardedToOrigin", "HeadersConfig", "Headers"];
  return listAt(policy?.properties, ...path).some(
    (header) => typeof header === "string" && header.toLowerCase() === "cloudfront-forwarded-proto",
  );
}

/** Compiles the function's `handler` once. As in CloudFront, it sees the language and a console, and nothing of Node. */
function compile(assembly: Assembly, where: string, arn: string | undefined): (event: object) => unknown {
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
  return (event) => Reflect.apply(handler, undefined, [event]);
}

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html */
interface EventValue {
  value: string;
  multiValue?: { value: string }[];
}

function eventOf(
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

function eventHeaders(request: ViewerRequest, showsProtocol: boolean): Record<string, EventValue> {
  const own: [string, string][] = showsProtocol ? [["cloudfront-forwarded-proto", request.protocol]] : [];
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

function plainHeaders(headers: Record<string, EventValue>): Map<string, readonly string[]> {
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

/** Compiles a path pattern of CloudFront: `*` is any number of characters, `?` is one. */
function wildcard(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source.startsWith("/") || source.startsWith(".") ? "" : "/?"}${source}$`, "s");
}
