import { createHash, timingSafeEqual } from "node:crypto";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { edgeHeaders, edgeSecretsVariable } from "../contract/edge.ts";

/** Who sent a request, and to which address. */
export interface Viewer {
  /** The viewer's IP address. */
  address: string;
  /** The address of the service that the viewer requested: `https://`, a host, and the stage if it is in the path. */
  baseUrl: string;
}

/**
 * Clients use the distribution or the API's own address. Only a request with the distribution's secret came through it:
 * anybody can send its other headers to the API. For any other request the request context says who sent it.
 */
export function viewerOf({ headers, requestContext, resource }: APIGatewayProxyEvent): Viewer {
  const host = headers[edgeHeaders.host];
  const address = headers[edgeHeaders.address];
  if (isFromEdge(headers[edgeHeaders.secret]) && host !== undefined && address !== undefined)
    return { address, baseUrl: `https://${host}` };
  const { domainName, path, identity } = requestContext;
  // The path of the request context begins with the stage.
  const stage = path.split("/").slice(0, 1 - resource.split("/").length);
  return { address: identity.sourceIp, baseUrl: `https://${domainName}${stage.join("/")}` };
}

function isFromEdge(given: string | undefined): boolean {
  const secrets = (process.env[edgeSecretsVariable] ?? "").split(",").filter((secret) => secret !== "");
  return given !== undefined && secrets.some((secret) => timingSafeEqual(digest(secret), digest(given)));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
