import { localAccountId, localRegion } from "../assembly/identities.ts";
import type { Resource } from "../assembly.ts";
import type { Json, JsonObject } from "../json.ts";
import type { RouteMatch } from "./api-routes.ts";
import type { ViewerRequest } from "./viewer-request.ts";

/**
 * The event that a REST API's proxy integration gives to a function.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 */
export function proxyEvent(options: {
  request: ViewerRequest;
  match: RouteMatch;
  api: Resource;
  stageName: string;
  /** As the distribution sends them to the API. */
  headers: ReadonlyMap<string, readonly string[]>;
  body: string | null;
  nowMs: number;
}): JsonObject {
  const { request, match, api, stageName, body, nowMs } = options;
  const { method, pathParameters } = match;
  const domainName = apiDomain(api);
  // The distribution sends the API's own host name. Its X-Forwarded-* headers say how the client reached it.
  const headers = new Map([
    ...options.headers,
    ["host", [domainName]],
    ["x-forwarded-for", [[...(options.headers.get("x-forwarded-for") ?? []), request.sourceIp].join(", ")]],
    ["x-forwarded-proto", ["https"]],
    ["x-forwarded-port", ["443"]],
  ]);
  const query = decodedQuery(request.rawQuery);
  return {
    resource: method.resourcePath,
    path: request.uri,
    httpMethod: request.method,
    ...lastAndAll("headers", "multiValueHeaders", headers),
    ...lastAndAll("queryStringParameters", "multiValueQueryStringParameters", query),
    pathParameters: Object.keys(pathParameters).length === 0 ? null : pathParameters,
    stageVariables: null,
    requestContext: {
      accountId: localAccountId,
      apiId: api.ref,
      deploymentId: "local",
      domainName,
      domainPrefix: api.ref,
      extendedRequestId: request.requestId,
      httpMethod: request.method,
      identity: {
        accessKey: null,
        accountId: null,
        caller: null,
        cognitoAuthenticationProvider: null,
        cognitoAuthenticationType: null,
        cognitoIdentityId: null,
        cognitoIdentityPoolId: null,
        principalOrgId: null,
        sourceIp: request.sourceIp,
        user: null,
        userAgent: headers.get("user-agent")?.at(-1) ?? null,
        userArn: null,
      },
      path: `/${stageName}${request.uri}`,
      protocol: "HTTP/1.1",
      requestId: request.requestId,
      requestTime: commonLogTime(nowMs),
      requestTimeEpoch: Math.floor(nowMs),
      resourceId: method.resourceId,
      resourcePath: method.resourcePath,
      stage: stageName,
    },
    body,
    isBase64Encoded: false,
  };
}

/** The host name of an API's own address. */
export function apiDomain(api: Resource): string {
  return `${api.ref}.execute-api.${localRegion}.amazonaws.com`;
}

/** Returns API Gateway's two forms of the same values: the last value of each name, and all values; null without names. */
function lastAndAll(
  last: string,
  all: string,
  values: ReadonlyMap<string, readonly string[]>,
): Record<string, Json> {
  if (values.size === 0) return { [last]: null, [all]: null };
  return {
    [last]: Object.fromEntries([...values].map(([name, many]) => [name, many.at(-1) ?? ""])),
    [all]: Object.fromEntries(values),
  };
}

function decodedQuery(rawQuery: string | undefined): Map<string, string[]> {
  const values = new Map<string, string[]>();
  // URLSearchParams decodes well-formed escapes, leaves others unchanged, and never throws.
  for (const [name, value] of new URLSearchParams(rawQuery ?? "")) {
    const many = values.get(name);
    if (many === undefined) values.set(name, [value]);
    else many.push(value);
  }
  return values;
}

/** `09/Apr/2026:12:34:56 +0000` */
function commonLogTime(nowMs: number): string {
  const [, day, month, year, time] = new Date(nowMs).toUTCString().split(" ");
  return `${day}/${month}/${year}:${time} +0000`;
}
