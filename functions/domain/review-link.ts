import type { Actor } from "./actor.ts";
import type { FieldProblem } from "./errors.ts";
import { expiryProblems } from "./expiry-problems.ts";
import { fieldOf } from "./field-of.ts";
import type { ApiKey } from "./keyring.ts";
import type { Post } from "./post.ts";
import { dayMs, isoTime } from "./time.ts";

const lifetimeDaysMax = 30;
const defaultLifetimeMs = 7 * dayMs;
/** How many review links of an organization are valid at the same time. */
export const reviewLinksPerOrganizationMax = 500;

/** What the bearer of a review link may see and do. */
export interface ReviewScope {
  brandId: string;
  /** Null for all posts of the brand. */
  postId: string | null;
  /** Whether its bearer may approve the posts and request changes. */
  mayApprove: boolean;
}

/** A link that lets a person without an API key review posts. Its token is not stored: only the person knows it. */
export interface ReviewLink extends ReviewScope, Pick<ApiKey, "id" | "name" | "hash" | "createdAt"> {
  organizationId: string;
  createdBy: Actor;
  expiresAt: string;
}

/** Makes a review link. It expires after seven days if it has no `expiresAt`. */
export function newReviewLink(
  given: Omit<ReviewLink, "createdAt" | "expiresAt"> & { expiresAt?: string | null | undefined },
  nowMs: number,
): ReviewLink {
  const expiresAt = given.expiresAt ?? isoTime(nowMs + defaultLifetimeMs);
  return { ...given, expiresAt, createdAt: isoTime(nowMs) };
}

/** Whether the bearer of a review link may see a post. A caller with an API key has no scope, and sees all posts. */
export function isInScope(scope: ReviewScope | null, { id, brandId }: Pick<Post, "id" | "brandId">): boolean {
  return scope === null || (scope.brandId === brandId && (scope.postId ?? id) === id);
}

/** Finds what the schema of a new review link cannot find. Gets the body as it was sent. */
export function reviewLinkProblems(body: unknown, nowMs: number): FieldProblem[] {
  const isGiven = (name: string) => (fieldOf(body, name) ?? null) !== null;
  const expiry = expiryProblems(body, nowMs, lifetimeDaysMax);
  if (isGiven("brandId") !== isGiven("postId")) return expiry;
  return [{ field: "brandId", reason: "must be given, or postId, but not both" }, ...expiry];
}
