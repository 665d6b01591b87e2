import { createHmac, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import type { Route } from "../contract/route.ts";
import { contended, DomainError, type FieldProblem, unprocessable } from "../domain/errors.ts";
import { trusted } from "../domain/trusted.ts";
import {
  type Claim,
  claimRequest,
  type KeptRequestRef,
  keepReply,
  onceBy,
  releaseRequest,
} from "../table/idempotency.ts";
import { type Exchange, refusal, textAnswer } from "./api-exchange.ts";
import { bearerOf } from "./authenticate.ts";
import { type Effects, newWriter } from "./effects.ts";
import { logger } from "./logger.ts";
import { openReply, repeatableEffects, sealReply } from "./repeatable.ts";

const headerName = "idempotency-key";

/** Whether a request asks to be carried out but once: any POST may (contract, section 1). */
export function isIdempotent(route: Route, headers: APIGatewayProxyEvent["headers"]): boolean {
  return route.method === "POST" && headers[headerName] !== undefined;
}

/** What is wrong with the Idempotency-Key of a request, if it has one that counts. */
export function idempotencyKeyProblems(
  route: Route,
  headers: APIGatewayProxyEvent["headers"],
): FieldProblem[] {
  if (!isIdempotent(route, headers) || /^[\x21-\x7e]{1,255}$/.test(headers[headerName] ?? "")) return [];
  return [{ field: "Idempotency-Key", reason: "must be 1 to 255 visible ASCII characters" }];
}

/** The reply of an execution as it is kept; its headers are those of each request anew. */
interface Kept {
  statusCode: number;
  body: string;
}

/**
 * Carries a request out, or gives the reply of the one that came before with the same Idempotency-Key, API key and
 * content. Replies that the handler decided are kept: successes, not_found and unprocessable. What `work` stores, it
 * stores in one commit, which marks the request as done; where that was done and the reply is not known, `work` is gone
 * through once more from the same effects, and stores nothing.
 * @throws unprocessable when the key came with another request, rate_limited while that one is still being carried out
 */
export async function once(
  event: APIGatewayProxyEvent & { exchange: Exchange },
  { operationId }: Route,
  effects: Effects,
  work: (effects: Effects) => Promise<APIGatewayProxyResult>,
): Promise<APIGatewayProxyResult> {
  const { exchange, headers, pathParameters } = event;
  const bearer = bearerOf(headers.authorization);
  const digest = (...parts: readonly string[]) =>
    createHmac("sha256", bearer).update(JSON.stringify(parts)).digest("base64url");
  const ref = {
    organizationId: exchange.caller?.organizationId ?? "",
    hash: digest("Idempotency-Key", headers[headerName] ?? ""),
  };
  const holder = newWriter();
  const claim = await claimed(effects, ref, {
    fingerprint: digest("request", operationId, JSON.stringify(pathParameters), canonical(exchange.sentBody)),
    seed: randomBytes(32).toString("base64url"),
    holder,
  });
  const origin = { bearer, seed: claim.seed };
  if (claim.outcome === "answered") {
    const { statusCode, body } = trusted<Kept>(JSON.parse(openReply(claim.reply, origin, ref.hash)));
    exchange.headers["Idempotent-Replayed"] = "true";
    return textAnswer(statusCode, body, exchange);
  }
  const own = repeatableEffects(effects, origin, claim.startedAtMs);
  const table = {
    ...own.table,
    writer: holder,
    once: onceBy(ref, { ...claim, holder, newCommitId: newWriter }),
  };
  const result = await work({ ...own, table }).catch((error: unknown) => {
    if (isKept(error)) return refusal(error, exchange);
    // Whatever else went wrong, the change may have been stored.
    const isRefused = error instanceof DomainError && error.code === "validation_error";
    return releaseRequest(effects.table, ref, holder, { isRefused, nowMs: effects.nowMs() })
      .catch(noteUnkept)
      .then(() => Promise.reject(error));
  });
  const { statusCode, body } = result;
  const kept: Kept = { statusCode, body };
  // The request is marked as done whether or not this succeeds.
  await keepReply(effects.table, ref, holder, sealReply(JSON.stringify(kept), origin, ref.hash)).catch(
    noteUnkept,
  );
  return result;
}

function isKept(error: unknown): error is DomainError {
  return error instanceof DomainError && (error.code === "not_found" || error.code === "unprocessable");
}

function noteUnkept(error: unknown): void {
  logger.warn("the outcome of a request under an Idempotency-Key was not kept", { error });
}

/** Between looks at a request that is being carried out: some seven seconds in all, well within a function's ten. */
const pausesMs = [20, 40, 80, 160, 300, ...Array.from({ length: 12 }, () => 500)];

async function claimed(
  { table, nowMs }: Effects,
  ref: KeptRequestRef,
  offer: Parameters<typeof claimRequest>[2],
): Promise<Extract<Claim, { seed: string }>> {
  for (const pauseMs of pausesMs) {
    const claim = await claimRequest(table, ref, offer, nowMs());
    switch (claim.outcome) {
      case "held":
      case "answered":
        return claim;
      case "other":
        throw unprocessable(
          "This Idempotency-Key was sent before with another request: send this one with a key of its own.",
        );
      case "busy":
        await sleep(pauseMs * (0.75 + Math.random() / 2));
    }
  }
  throw contended("The request with this Idempotency-Key is still being carried out");
}

/** The same text for bodies that differ in nothing but white space and the order of their keys; none is an empty object. */
function canonical(body: string | null): string {
  try {
    return JSON.stringify(JSON.parse(body || "{}"), (_, value: unknown) => inOrder(value));
  } catch {
    // No JSON, for a route that reads no body, or nested past what can be walked.
    return body ?? "";
  }
}

function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
