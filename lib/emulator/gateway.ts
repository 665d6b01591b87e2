import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Assembly } from "./assembly.ts";
import { isDebuggable } from "./debugger.ts";
import { apiRoutes, type RouteMatch } from "./gateway/api-routes.ts";
import { directRequest } from "./gateway/direct-request.ts";
import { edgeOf } from "./gateway/distribution.ts";
import type { EdgeOutcome } from "./gateway/edge-function.ts";
import { type GatewayErrorType, gatewayErrors, type PlainResponse } from "./gateway/gateway-errors.ts";
import { apiDomain, proxyEvent } from "./gateway/proxy-event.ts";
import { proxyResponse } from "./gateway/proxy-response.ts";
import { readBody } from "./gateway/read-body.ts";
import { withTransportSecurity } from "./gateway/response-headers.ts";
import { stageThrottles } from "./gateway/throttles.ts";
import { readViewerRequest, type ViewerRequest } from "./gateway/viewer-request.ts";
import { textAt } from "./json.ts";
import type { InvocationResult } from "./lambda/host.ts";
import type { Runtime } from "./runtime.ts";

export interface Gateway {
  /** Responds to a request of the HTTPS or the plain listener. Never rejects. */
  handle(request: IncomingMessage, response: ServerResponse, plain: boolean): Promise<void>;
  /** Returns the bytes of the HTTP response to a malformed request of the HTTPS or the plain listener. */
  badRequest(plain: boolean): string;
}

export interface GatewayOptions {
  assembly: Assembly;
  invoke: Runtime["invoke"];
  /** Returns the time on the service clock, in milliseconds since the epoch. */
  now: () => number;
  /** Host and port of the HTTPS listener: `localhost:8443`. */
  publicHost: string;
  /**
   * Replaces the value of Strict-Transport-Security. Browsers apply the header to all ports of a host name, and localhost has
   * ports of other programs. @default the template's value
   */
  strictTransportSecurity?: string;
  /** Gets a line for each failure that a person should know of. */
  log: (line: string) => void;
}

/**
 * Runs the template's distribution with its buckets, and its REST API: viewer-request functions, routes, throttles, proxy
 * integrations and gateway responses. Responses are not cached. A request whose `Host` is the API's own goes to the API, past the
 * distribution.
 *
 * Throws an Error that names the resource when the template holds something that the gateway does not know.
 */
export function startGateway(options: GatewayOptions): Gateway {
  const { assembly, publicHost, log } = options;
  const edge = edgeOf(assembly);
  const { api } = edge;
  const stage = assembly
    .ofType("AWS::ApiGateway::Stage")
    .find(({ properties }) => properties["RestApiId"] === api.ref);
  const stageName = textAt(stage?.properties, "StageName") ?? "";
  const apiHost = apiDomain(api);
  const passesThrottle = stageThrottles(stage, options.now);
  const match = apiRoutes(assembly, api);
  const errors = gatewayErrors(api);

  async function respond(incoming: IncomingMessage, request: ViewerRequest): Promise<PlainResponse> {
    const isDirect = request.headers.some(([name, value]) => name === "host" && value === apiHost);
    if (isDirect) return respondTo(incoming, request, directRequest(request, stageName));
    const { outcome, origin, encodings, finish } = edge.handle(request);
    if ("response" in outcome) return finish(await respondTo(incoming, request, outcome));
    const { uri, headers } = outcome;
    if (origin.kind === "api") {
      const sent = new Map([...headers, ...origin.ownHeaders]);
      return finish(await respondTo(incoming, request, { uri, headers: sent }));
    }
    incoming.resume();
    const { method, requestId } = request;
    return finish(await origin.serve({ method, uri, headers, requestId, encodings }));
  }

  async function respondTo(
    incoming: IncomingMessage,
    request: ViewerRequest,
    outcome: EdgeOutcome,
  ): Promise<PlainResponse> {
    if (!("response" in outcome)) return respondByApi(incoming, request, outcome);
    // An unread body would block the connection for the next request.
    incoming.resume();
    return outcome.response;
  }

  async function respondByApi(
    incoming: IncomingMessage,
    request: ViewerRequest,
    outcome: { uri: string; headers: ReadonlyMap<string, readonly string[]> },
  ): Promise<PlainResponse> {
    const failure = (type: GatewayErrorType) => errors(type, request.requestId);
    const segments = decodedSegments(outcome.uri);
    const body = await readBody(incoming);
    if (segments === undefined) return failure("BAD_REQUEST_PARAMETERS");
    const found = match(request.method, segments);
    if (found === undefined) return failure("MISSING_AUTHENTICATION_TOKEN");
    if (!passesThrottle(request.method, found.method.resourcePath)) return failure("THROTTLED");
    if (body === "too large") return failure("REQUEST_TOO_LARGE");
    const event = proxyEvent({
      request: { ...request, uri: outcome.uri },
      match: found,
      api,
      stageName,
      headers: outcome.headers,
      body: body.text,
      nowMs: options.now(),
    });
    return integrate(found, event, request.requestId);
  }

  async function integrate(
    { method }: RouteMatch,
    event: ReturnType<typeof proxyEvent>,
    requestId: string,
  ): Promise<PlainResponse> {
    const stop = new AbortController();
    const results: Promise<InvocationResult | "late">[] = [options.invoke(method.functionArn, event)];
    if (!isDebuggable())
      results.push(sleep<"late">(method.timeoutMs, "late", { signal: stop.signal, ref: false }));
    const result = await Promise.race(results).finally(() => stop.abort());
    if (result === "late") return errors("INTEGRATION_TIMEOUT", requestId);
    if (!result.ok) return errors("INTEGRATION_FAILURE", requestId);
    const response = proxyResponse(result.payload);
    if (response !== undefined) return response;
    log(`${method.resourcePath}: its function returned a malformed HTTP response`);
    return errors("INTEGRATION_FAILURE", requestId);
  }

  return {
    async handle(incoming, outgoing, plain) {
      const request = readViewerRequest(incoming, { plain, publicHost });
      const finish = (response: PlainResponse) =>
        send(outgoing, withTransportSecurity(response, request.protocol, options.strictTransportSecurity));
      try {
        finish(await respond(incoming, request));
      } catch (error) {
        // The client has disconnected.
        if (incoming.destroyed && !incoming.complete) return;
        log(`${request.method} ${request.uri}: ${error instanceof Error ? error.message : String(error)}`);
        if (!outgoing.headersSent) finish(errors("DEFAULT_5XX", request.requestId));
        else outgoing.destroy();
      }
    },
    badRequest(plain) {
      const { status, headers, body } = withTransportSecurity(
        errors("BAD_REQUEST_PARAMETERS", crypto.randomUUID()),
        plain ? "http" : "https",
        options.strictTransportSecurity,
      );
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
      const length = Buffer.byteLength(body);
      return [
        `HTTP/1.1 ${status} Bad Request`,
        ...lines,
        `content-length: ${length}`,
        "connection: close",
        "",
        body.toString(),
      ].join("\r\n");
    },
  };
}

/** Decodes the segments of a path. Returns undefined for an escape that is malformed, not UTF-8 or a null byte. */
function decodedSegments(uri: string): string[] | undefined {
  try {
    const segments = uri.split("/").slice(1).map(decodeURIComponent);
    return segments.some((segment) => segment.includes("\0")) ? undefined : segments;
  } catch {
    return undefined;
  }
}

function send(outgoing: ServerResponse, { status, headers, body }: PlainResponse): void {
  const bodiless = status === 204 || status === 304;
  for (const [name, value] of Object.entries(headers)) {
    if (bodiless && name === "content-type") continue;
    outgoing.setHeader(name, typeof value === "string" ? value : [...value]);
  }
  outgoing.statusCode = status;
  if (!bodiless) outgoing.setHeader("content-length", Buffer.byteLength(body));
  outgoing.end(bodiless ? undefined : body);
}
