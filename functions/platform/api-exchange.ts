import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { errors } from "../contract/errors.ts";
import type { Route } from "../contract/route.ts";
import { DomainError, type FieldProblem, invalid } from "../domain/errors.ts";
import { trusted } from "../domain/trusted.ts";
import { type Caller, CallerError } from "./authenticate.ts";
import { logger } from "./logger.ts";
import { joined } from "./validate.ts";

/** What one request gathers on its way to its answer. */
export interface ApiExchange {
  caller: Caller | null;
  headers: Record<string, string>;
  /** The body as it came, before anything has read it. */
  sentBody: string | null;
  /** What is wrong with the Idempotency-Key: told together with whatever else is. */
  keyProblems: readonly FieldProblem[];
}

/** An answer that is not JSON of the API: a feed, a redirect. */
export interface Document {
  status?: 200 | 302 | 304 | 404;
  headers: Record<string, string>;
  body: string;
}

type Event = APIGatewayProxyEvent & { exchange: ApiExchange };

/** The outermost middleware: names the request in the logs and turns every failure into the contract's error. */
export function exchangeMiddleware(route: Route): MiddlewareObj<Event, APIGatewayProxyResult> {
  return {
    before: ({ event }) => {
      const { requestId } = event.requestContext;
      logger.resetKeys();
      logger.appendKeys({ requestId, operation: route.operationId });
      event.headers = lowerCased(event.headers);
      event.exchange.headers["X-Request-Id"] = requestId;
      if (route.deprecatedSince !== undefined) {
        event.exchange.headers.Deprecation = `date="${route.deprecatedSince}"`;
      }
    },
    onError: (request) => {
      const { exchange } = request.event;
      const known = asDomainError(request.error);
      const failure =
        known.code === "validation_error" ? invalid(joined(known.fields ?? [], exchange.keyProblems)) : known;
      if (failure.code === "internal_error") logger.error("request failed", { error: request.error });
      if (failure instanceof CallerError) Object.assign(exchange.headers, failure.headers);
      if (failure.retryAfterSeconds !== undefined) {
        exchange.headers["Retry-After"] = String(failure.retryAfterSeconds);
      }
      request.response = errorResponse(failure, exchange);
    },
  };
}

/** The contract's error. */
export function errorResponse(
  { code, message, fields }: DomainError,
  exchange: ApiExchange,
): APIGatewayProxyResult {
  return json(errors[code].status, { error: { code, message, fields } }, exchange);
}

/** The success of a route. The reply is parsed by the route's own schema: what is not in it does not leave. */
export function successResponse(route: Route, reply: unknown, exchange: ApiExchange): APIGatewayProxyResult {
  const { success } = route;
  if ("body" in success) return json(success.status, success.body.parse(reply), exchange);
  if ("document" in success) {
    const document = trusted<Document>(reply);
    return {
      statusCode: document.status ?? success.status,
      headers: { ...exchange.headers, ...document.headers },
      body: document.body,
    };
  }
  return textResponse(success.status, "", exchange);
}

function json(statusCode: number, body: unknown, exchange: ApiExchange): APIGatewayProxyResult {
  return textResponse(statusCode, JSON.stringify(body), exchange);
}

/** An answer whose body is JSON already, or empty. */
export function textResponse(statusCode: number, body: string, exchange: ApiExchange): APIGatewayProxyResult {
  if (body === "") return { statusCode, headers: exchange.headers, body };
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    ...exchange.headers,
  };
  return { statusCode, headers, body };
}

function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  // The body parser's refusals: a content type that is not JSON, JSON that does not parse, a forbidden key.
  if (error instanceof Error && "statusCode" in error && Number(error.statusCode) < 500) {
    return invalid([{ field: "body", reason: parserReason(error.statusCode, error.message) }]);
  }
  return new DomainError("internal_error", errors.internal_error.title);
}

function parserReason(statusCode: unknown, message: string): string {
  if (statusCode === 415) return "must be sent with Content-Type: application/json";
  return message.startsWith("Forbidden key")
    ? "must hold no key named __proto__, and no constructor with a prototype"
    : "must be valid JSON";
}

function lowerCased(headers: APIGatewayProxyEvent["headers"] | null): APIGatewayProxyEvent["headers"] {
  return Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
