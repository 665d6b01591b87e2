import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { errors } from "../contract/errors.ts";
import type { Route } from "../contract/route.ts";
import { strictTransportSecurity } from "../contract/transport-security.ts";
import { DomainError, type FieldProblem, invalid } from "../domain/errors.ts";
import { trusted } from "../domain/trusted.ts";
import { type Caller, CallerError } from "./authenticate.ts";
import { logger } from "./logger.ts";
import { joinProblems } from "./validate.ts";

/** What the middlewares of one request share. */
export interface ApiExchange {
  caller: Caller | null;
  /** The key, or the token, that the request has; empty for a public route. */
  bearer: string;
  /** The value of the response's Set-Cookie header; null for none. */
  cookie: string | null;
  headers: Record<string, string>;
  /** The body as it was sent, before it is parsed. */
  sentBody: string | null;
  /** Problems of the Idempotency-Key, reported together with the other problems of the request. */
  keyProblems: readonly FieldProblem[];
}

/** A response that is not JSON of the API: a feed or a redirect. */
export interface Document {
  status?: 200 | 302 | 304 | 404;
  headers: Record<string, string>;
  body: string;
}

type Event = APIGatewayProxyEvent & { exchange: ApiExchange };

/** The outermost middleware: adds the request's id to the logs and turns every error into one of the contract. */
export function exchangeMiddleware(route: Route): MiddlewareObj<Event, APIGatewayProxyResult> {
  return {
    before: ({ event }) => {
      const { requestId } = event.requestContext;
      logger.resetKeys();
      logger.appendKeys({ requestId, operation: route.operationId });
      event.headers = lowerCased(event.headers);
      event.exchange.headers["X-Request-Id"] = requestId;
      event.exchange.headers["Strict-Transport-Security"] = strictTransportSecurity;
      if (route.deprecatedSince !== undefined) {
        event.exchange.headers.Deprecation = `date="${route.deprecatedSince}"`;
      }
    },
    onError: (request) => {
      const { exchange } = request.event;
      const known = asDomainError(request.error);
      const failure =
        known.code === "validation_error"
          ? invalid(joinProblems(known.fields ?? [], exchange.keyProblems))
          : known;
      if (failure.code === "internal_error") logger.error("request failed", { error: request.error });
      if (failure instanceof CallerError) Object.assign(exchange.headers, failure.headers);
      if (failure.retryAfterSeconds !== undefined) {
        exchange.headers["Retry-After"] = String(failure.retryAfterSeconds);
      }
      request.response = errorResponse(failure, exchange);
    },
  };
}

/** An error response of the contract. */
export function errorResponse(
  { code, message, fields }: DomainError,
  exchange: ApiExchange,
): APIGatewayProxyResult {
  return json(errors[code].status, { error: { code, message, fields } }, exchange);
}

/** The success response of a route. The route's schema parses the reply, so fields that it does not name are left out. */
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

/** A response whose body is already JSON, or empty. */
export function textResponse(statusCode: number, body: string, exchange: ApiExchange): APIGatewayProxyResult {
  const cookies = exchange.cookie === null ? {} : { "Set-Cookie": exchange.cookie };
  if (body === "") return { statusCode, headers: { ...exchange.headers, ...cookies }, body };
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    ...exchange.headers,
    ...cookies,
  };
  return { statusCode, headers, body };
}

function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  // The body parser rejects a content type that is not JSON, malformed JSON and forbidden keys.
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
