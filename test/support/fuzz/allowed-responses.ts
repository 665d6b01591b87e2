import { idPattern } from "../../../functions/domain/ids.ts";
import { bodyValidity } from "./body-validity.ts";
import { allNamedExist, mayBeRejectedWith422 } from "./existence.ts";
import type { FuzzRequest } from "./fuzz-request.ts";
import { bindingOf, hasWrongParameters, type Match, matchOf, parametersOf } from "./route-matching.ts";
import { jsonOf } from "./send.ts";
import type { FuzzSetup, KnownKey } from "./setup.ts";

/** The responses that the contract allows for a request. */
export interface AllowedResponses {
  statuses: readonly number[];
  /** The endpoint of the request; null when the response cannot be its success. */
  match: Match | null;
  /** The fields that a 400 must name, if that is known. */
  fields?: readonly string[];
  /** Whether the response must have the headers of the rate limit. */
  hasRateLimit: boolean;
  /** Whether the client may fail to read the response: a HEAD with a too large head is rejected with a body. */
  mayBeUnreadable?: boolean;
}

/** Node's server accepts about 32 KiB of a request's head, and does not count all its bytes. */
const acceptedHeadBytes = 31_000;
const rejectedHeadBytes = 33_000;
const rank = { public: 0, read: 1, write: 2, admin: 3 };
/** The endpoints that name a resource in the query or the body. */
const namingOutsidePath = new Set([
  "createPost",
  "createReviewLink",
  "replayDeadLetters",
  "getWeeklyAnalytics",
]);

/** The endpoints that may respond 429 because the organization's runs, which other requests started, have all its permits. */
const needingPermit = new Set(["previewRun"]);

/**
 * Returns the allowed responses, in the order in which the contract checks: 401, 429, 403, 400, 404, 422 (section 1).
 */
export async function allowedResponses(request: FuzzRequest, setup: FuzzSetup): Promise<AllowedResponses> {
  const { all, counted } = headBytesOf(request);
  const rejected = { match: null, hasRateLimit: false };
  const mayBeUnreadable = request.method === "HEAD" && all > acceptedHeadBytes;
  if (counted > rejectedHeadBytes) return { statuses: [400], mayBeUnreadable, ...rejected };
  const forAcceptedHead = await withinLimits(request, setup);
  return all > acceptedHeadBytes
    ? {
        ...forAcceptedHead,
        statuses: [...forAcceptedHead.statuses, 400],
        match: null,
        hasRateLimit: false,
        mayBeUnreadable,
      }
    : forAcceptedHead;
}

async function withinLimits(request: FuzzRequest, setup: FuzzSetup): Promise<AllowedResponses> {
  const match = matchOf(request.method, request.path);
  if (match === "malformed") return { statuses: [400], match: null, hasRateLimit: false };
  if (match === null) return { statuses: [404], match: null, hasRateLimit: false };
  const { route } = match;
  if (route.access === "public")
    return { ...(await forAllowedCaller(request, match, null, setup)), hasRateLimit: false };
  const caller = callerOf(request, setup);
  if (caller === undefined || caller.state === "invalid")
    return { statuses: [401], match, hasRateLimit: false };
  const inner: AllowedResponses =
    rank[caller.role] < rank[route.access]
      ? { statuses: [403], match, hasRateLimit: true }
      : await forAllowedCaller(request, match, caller, setup);
  return caller.state === "limited" ? { ...inner, statuses: [429, ...inner.statuses] } : inner;
}

/** Returns the allowed responses for a caller who may use the endpoint. */
async function forAllowedCaller(
  request: FuzzRequest,
  match: Match,
  caller: KnownKey | null,
  setup: FuzzSetup,
): Promise<AllowedResponses> {
  const { route, name, segment } = match;
  const base = { match, hasRateLimit: true };
  const parameters = parametersOf(request.query);
  const idempotency = idempotencyOf(request);
  const query = route.query?.safeParse(parameters);
  if (query?.success === false || hasWrongParameters(route, request.query))
    return { ...base, statuses: [400] };
  const validity = await bodyValidity(name, route, request.body, headerOf(request, "content-type"));
  if (validity === "invalid" || idempotency === "invalid") return { ...base, statuses: [400] };
  const maybeInvalid = validity === "either" ? [400] : [];

  const success = "document" in route.success ? [200, 302, 304] : [route.success.status];
  const exists = caller === null || mayExist(segment, caller, setup);
  const named = { match, query: query?.data, body: bodyIn(request) };
  const certainlyExists =
    validity === "valid" && ownersOf(caller, setup).some((owner) => allNamedExist(named, owner));
  const notFoundStatus = !certainlyExists && (segment !== "" || namingOutsidePath.has(name)) ? [404] : [];
  const stateStatus = certainlyExists && !mayBeRejectedWith422(named) ? [] : [422];
  // A repeated Idempotency-Key gets 422 with another request, and 429 while the first request runs.
  const repeatedKeyStatuses = idempotency === "given" ? [422, 429] : [];
  const noPermitStatus = needingPermit.has(name) ? [429] : [];
  if (route.id !== undefined && !idPattern(route.id).test(segment))
    return { ...base, statuses: [404, ...maybeInvalid, ...repeatedKeyStatuses] };
  const afterValidation = exists
    ? [...success, ...notFoundStatus, ...stateStatus, ...repeatedKeyStatuses, ...noPermitStatus]
    : [404, ...repeatedKeyStatuses];
  const cursor: unknown = Object(query?.data).cursor;
  if (typeof cursor !== "string") return { ...base, statuses: [...afterValidation, ...maybeInvalid] };
  const owner = caller?.organizationId === setup.fixtures.organizationId ? setup : setup.foreign;
  const isValid = owner?.bindings.get(cursor) === bindingOf(name, segment, request.query);
  return isValid
    ? { ...base, statuses: afterValidation }
    : { ...base, statuses: [400, ...notFoundStatus], fields: ["cursor"] };
}

function idempotencyOf(request: FuzzRequest): "none" | "given" | "invalid" {
  const key = request.method === "POST" ? headerOf(request, "idempotency-key") : undefined;
  if (key === undefined) return "none";
  return /^[\x21-\x7e]{1,255}$/.test(key) ? "given" : "invalid";
}

function callerOf(request: FuzzRequest, { known, foreign }: FuzzSetup): KnownKey | undefined {
  const key = /^Bearer +(\S+)$/i.exec(headerOf(request, "authorization") ?? "")?.[1] ?? "";
  return known.get(key) ?? foreign?.known.get(key);
}

/**
 * Returns whose resources a caller may find: those of its organization, or those of both for a caller without a key.
 */
function ownersOf(
  caller: KnownKey | null,
  setup: FuzzSetup,
): Pick<FuzzSetup, "fixtures" | "disposables" | "deletions">[] {
  return [setup, ...(setup.foreign === null ? [] : [setup.foreign])].filter(
    ({ fixtures }) => caller === null || caller.organizationId === fixtures.organizationId,
  );
}

/** Returns the body as JSON; undefined when there is no body. */
function bodyIn({ body }: FuzzRequest): unknown {
  return body === null ? undefined : jsonOf(body.toString("utf8"));
}

function mayExist(segment: string, { organizationId }: KnownKey, setup: FuzzSetup): boolean {
  const owner = organizationId === setup.fixtures.organizationId ? setup : setup.foreign;
  if (segment === "" || owner === null) return segment === "";
  return Object.values(owner.fixtures.ids).includes(segment) || owner.disposables.has(segment);
}

/** Returns the last value of a header without white space around it, as an HTTP parser does. */
function headerOf({ headers }: FuzzRequest, name: string): string | undefined {
  const value = headers.findLast(([one]) => one.toLowerCase() === name)?.[1];
  return value?.replace(/^[ \t]+|[ \t]+$/g, "");
}

function headBytesOf({ path, query, headers }: FuzzRequest): { all: number; counted: number } {
  const counted = headers.reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    path.length + query.length,
  );
  return { all: counted + 4 * headers.length + 100, counted };
}
