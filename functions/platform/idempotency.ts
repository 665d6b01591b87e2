import { createHmac, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import type { Route } from "../contract/route.ts";
import { contended, DomainError, type FieldProblem, unprocessable } from "../domain/errors.ts";
import { trusted } from "../domain/trusted.ts";
import {
  idempotentCommitFor,
  leaseRequest,
  type RequestLease,
  releaseRequest,
  type StoredRequestRef,
  storeResponse,
} from "../table/idempotency.ts";
import { type ApiExchange, errorResponse, textResponse } from "./api-exchange.ts";
import { type Effects, newExecutionId } from "./effects.ts";
import { logger } from "./logger.ts";
import { openResponse, repeatableEffects, sealResponse } from "./repeatable.ts";

const headerName = "idempotency-key";

/** Whether the request carries an Idempotency-Key that counts: any POST may (contract, section 1). */
export function isIdempotent(route: Route, headers: APIGatewayProxyEvent["headers"]): boolean {
  return route.method === "POST" && headers[headerName] !== undefined;
}

/** What is wrong with the Idempotency-Key of a request; nothing if it has none that counts. */
export function idempotencyKeyProblems(
  route: Route,
  headers: APIGatewayProxyEvent["headers"],
): FieldProblem[] {
  if (!isIdempotent(route, headers) || /^[\x21-\x7e]{1,255}$/.test(headers[headerName] ?? "")) return [];
  return [{ field: "Idempotency-Key", reason: "must be 1 to 255 visible ASCII characters" }];
}

/** A response as it is stored. Its headers are made again for each request. */
interface StoredResponse {
  statusCode: number;
  body: string;
  cookie: string | null;
}

/**
 * Executes a request, or returns the stored response of an earlier one with the same Idempotency-Key, API key and
 * content. Stores the responses that the handler decides: successes, not_found and unprocessable. `work` must store
 * everything in one commit, which also marks the request as applied, or each part with a mark of its own (`tableForPart`).
 * If the request is applied but has no stored response, `work` runs again with the same ids and time: it stores nothing and
 * computes the same response.
 * @throws unprocessable when the key was used with another request; rate_limited while the first one is still running
 */
export async function executeIdempotently(
  event: APIGatewayProxyEvent & { exchange: ApiExchange },
  { operationId }: Route,
  effects: Effects,
  work: (effects: Effects) => Promise<APIGatewayProxyResult>,
): Promise<APIGatewayProxyResult> {
  const { exchange, headers, pathParameters } = event;
  const { bearer } = exchange;
  const digest = (...parts: readonly string[]) =>
    createHmac("sha256", bearer).update(JSON.stringify(parts)).digest("base64url");
  const ref = {
    organizationId: exchange.caller?.organizationId ?? "",
    hash: digest("Idempotency-Key", headers[headerName] ?? ""),
  };
  const executionId = newExecutionId();
  const lease = await waitForLease(effects, ref, {
    fingerprint: digest("request", operationId, JSON.stringify(pathParameters), canonical(exchange.sentBody)),
    seed: randomBytes(32).toString("base64url"),
    executionId,
  });
  const origin = { bearer, seed: lease.seed };
  if (lease.outcome === "completed") {
    const stored = openResponse(lease.response, origin, ref.hash);
    const { statusCode, body, cookie } = trusted<StoredResponse>(JSON.parse(stored));
    exchange.cookie = cookie;
    exchange.headers["Idempotent-Replayed"] = "true";
    return textResponse(statusCode, body, exchange);
  }
  const repeatable = repeatableEffects(effects, origin, lease.startedAtMs);
  const idempotentCommit = idempotentCommitFor(ref, { ...lease, executionId, newCommitId: newExecutionId });
  const table = { ...repeatable.table, executionId, idempotentCommit };
  const result = await work({ ...repeatable, table }).catch((error: unknown) => {
    if (isDecided(error)) return errorResponse(error, exchange);
    // After any error but a validation error the change may have been stored.
    const isRejected = error instanceof DomainError && error.code === "validation_error";
    return releaseRequest(effects.table, ref, executionId, { isRejected, nowMs: effects.nowMs() })
      .catch(logNotStored)
      .then(() => Promise.reject(error));
  });
  const { statusCode, body } = result;
  const response: StoredResponse = { statusCode, body, cookie: exchange.cookie };
  // The request is marked as applied even if this write fails.
  const sealed = sealResponse(JSON.stringify(response), origin, ref.hash);
  await storeResponse(effects.table, ref, executionId, sealed).catch(logNotStored);
  return result;
}

/** Whether the handler decided this error: the same request would get it again. */
function isDecided(error: unknown): error is DomainError {
  return error instanceof DomainError && (error.code === "not_found" || error.code === "unprocessable");
}

function logNotStored(error: unknown): void {
  logger.warn("the outcome of a request with an Idempotency-Key was not stored", { error });
}

/** Pauses between tries to lease a request that another execution has: some seven seconds in all, within a function's ten. */
const pausesMs = [20, 40, 80, 160, 300, ...Array.from({ length: 12 }, () => 500)];

async function waitForLease(
  { table, nowMs }: Effects,
  ref: StoredRequestRef,
  request: Parameters<typeof leaseRequest>[2],
): Promise<Extract<RequestLease, { seed: string }>> {
  for (const pauseMs of pausesMs) {
    const lease = await leaseRequest(table, ref, request, nowMs());
    switch (lease.outcome) {
      case "leased":
      case "completed":
        return lease;
      case "key_reused":
        throw unprocessable("This Idempotency-Key was already used with another request: use a new key.");
      case "busy":
        await sleep(pauseMs * (0.75 + Math.random() / 2));
    }
  }
  throw contended("The request with this Idempotency-Key is still in progress");
}

/** The body as text that does not depend on white space or the order of keys. No body counts as an empty object. */
function canonical(body: string | null): string {
  try {
    return JSON.stringify(JSON.parse(body || "{}"), (_, value: unknown) => withSortedKeys(value));
  } catch {
    // Not JSON, for a route that reads no body, or nested too deeply to walk.
    return body ?? "";
  }
}

function withSortedKeys(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
