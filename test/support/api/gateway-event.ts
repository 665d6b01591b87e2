import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { trusted } from "../../../functions/domain/trusted.ts";

/** The parts of a request that differ from call to call. */
export interface GatewayRequest {
  headers: Record<string, string>;
  pathParameters?: Record<string, string | undefined> | null;
  queryStringParameters?: Record<string, string> | null;
  /** Sent as JSON. */
  body?: unknown;
  /** The path of the route. */
  path?: string;
}

/** Returns the event of a request that the gateway passes to a function. */
export function gatewayEvent({
  headers,
  pathParameters = null,
  queryStringParameters = null,
  body,
  path = "/",
}: GatewayRequest): APIGatewayProxyEvent {
  return trusted<APIGatewayProxyEvent>({
    headers: { "Content-Type": "application/json", ...headers },
    pathParameters,
    queryStringParameters,
    body: body === undefined ? null : JSON.stringify(body),
    isBase64Encoded: false,
    resource: path,
    requestContext: {
      requestId: randomUUID(),
      identity: { sourceIp: "192.0.2.1" },
      domainName: "api.example",
      path: `/live${path}`,
    },
  });
}
