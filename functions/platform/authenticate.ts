import { errors } from "../contract/errors.ts";
import type { Route } from "../contract/route.ts";
import { DomainError } from "../domain/errors.ts";
import type { Role } from "../domain/keyring.ts";
import type { ReviewScope } from "../domain/review-link.ts";
import { forbiddenByCookie } from "../domain/session.ts";
import { isoTime, secondMs } from "../domain/time.ts";
import { authenticateKey, type KeyOwner, type KeyRecord, rateWindowMs } from "../table/api-keys.ts";
import { readSession, type SessionRecord } from "../table/sessions.ts";
import { hashApiKey, isApiKey, isReviewToken } from "./api-key.ts";
import type { Effects } from "./effects.ts";
import { isFromDashboard, type SentHeaders, sessionTokenOf } from "./session-cookie.ts";

/** The caller of a request. It can see only the resources of its key's organization. */
export interface Caller extends KeyOwner {
  /** The id of the key, or of the review link. */
  keyId: string;
  /** The name of the key, or of the review link. */
  name: string;
  role: Role;
  /** When the key or the review link expires; null for never. */
  expiresAt: string | null;
  /** What the bearer of a review link may see and do; null for an API key. */
  review: ReviewScope | null;
  /** The hash of the key, or of the review link's token. */
  keyHash: string;
  /** The session whose cookie the request has; null if it has the key itself. */
  session: SessionRecord | null;
}

export interface Authenticated {
  caller: Caller;
  /** The key, or the token, that the request has. */
  bearer: string;
  /** RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset. */
  headers: Record<string, string>;
}

const rank: Record<Role, number> = { read: 1, write: 2, admin: 3 };

/** An error after the key was authenticated. Like every authenticated response it has the headers of the rate limit. */
export class CallerError extends DomainError {
  readonly headers: Record<string, string>;

  constructor(
    code: "rate_limited" | "forbidden",
    headers: Record<string, string>,
    { message = errors[code].title, ...details }: { message?: string; retryAfterSeconds?: number } = {},
  ) {
    super(code, message, details);
    this.headers = headers;
  }
}

/** A request that is authenticated. */
interface SentRequest extends SentHeaders {
  httpMethod: string;
}

/**
 * Authenticates the caller by its bearer key, counts the request and checks the role, with one write to the table. A request
 * without an Authorization header may have the cookie of a session instead, which costs one read more.
 * @throws unauthorized, then rate_limited, then forbidden: in this order (contract, section 1).
 */
export async function authenticate(
  request: SentRequest,
  { access, reviewers, needsKey }: { access: Role } & Pick<Route, "reviewers" | "needsKey">,
  { table, nowMs }: Pick<Effects, "table" | "nowMs">,
): Promise<Authenticated> {
  const { httpMethod, headers: sent } = request;
  const now = nowMs();
  const token = sent.authorization === undefined ? sessionTokenOf(sent.cookie) : null;
  const bearer = token ?? bearerOf(sent.authorization);
  // Other routes do not know review links.
  if (reviewers === undefined && isReviewToken(bearer)) throw unauthorized();
  const session = token === null ? null : await readSession(table, hashApiKey(token), now);
  if (token !== null && session === null) throw unauthorized();
  const keyHash = session?.keyHash ?? hashApiKey(bearer);
  const authentication = await authenticateKey(table, keyHash, now);
  if (authentication.outcome === "rejected") throw unauthorized();
  if (authentication.outcome === "rate_limited") {
    const { key: limited, untilMs } = authentication;
    const retryAfterSeconds = secondsUntil(untilMs, now);
    throw new CallerError("rate_limited", rateLimitHeaders(limited, 0, retryAfterSeconds), {
      retryAfterSeconds,
    });
  }
  const { rateLimit, requests, windowStartMs } = authentication.key;
  const headers = rateLimitHeaders(
    authentication.key,
    Math.max(0, rateLimit - requests),
    secondsUntil(windowStartMs + rateWindowMs, now),
  );
  const {
    organizationId,
    id: keyId,
    name,
    role,
    cursorKey,
    review = null,
    validUntilMs,
  } = authentication.key;
  const isAllowed = review === null ? rank[role] >= rank[access] : reviewers === "all" || review.mayApprove;
  if (!isAllowed) throw new CallerError("forbidden", headers);
  const isChange = !["GET", "HEAD"].includes(httpMethod);
  if (session !== null && (needsKey === true || (isChange && !isFromDashboard(request)))) {
    const { message } = forbiddenByCookie();
    throw new CallerError("forbidden", headers, { message });
  }
  const expiresAt = validUntilMs === undefined ? null : isoTime(validUntilMs);
  const caller = { organizationId, keyId, name, role, cursorKey, expiresAt, review, keyHash, session };
  return { caller, bearer, headers };
}

/**
 * Returns the API key, or the token of a review link, in an Authorization header.
 * @throws unauthorized when there is none, or it has the wrong form
 */
function bearerOf(authorization: string | undefined): string {
  const key = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (key === undefined || !isApiKey(key)) throw unauthorized();
  return key;
}

function unauthorized(): DomainError {
  return new DomainError("unauthorized", errors.unauthorized.title);
}

/** From 1 to 60, even if another function whose clock is ahead has begun the window. */
function secondsUntil(untilMs: number, now: number): number {
  return Math.max(1, Math.ceil(Math.min(rateWindowMs, untilMs - now) / secondMs));
}

function rateLimitHeaders(
  { rateLimit }: KeyRecord,
  remaining: number,
  resetSeconds: number,
): Record<string, string> {
  return {
    "RateLimit-Limit": String(rateLimit),
    "RateLimit-Remaining": String(remaining),
    "RateLimit-Reset": String(resetSeconds),
  };
}
