import { idPattern } from "../../../functions/domain/ids.ts";
import { bodyValidity } from "./body-validity.ts";
import { allNamedExist, mayBeRejectedWith422 } from "./existence.ts";
import type { FuzzRequest } from "./fuzz-request.ts";
import { bindingOf, type Match, matchOf, parametersOf } from "./route-matching.ts";
import { parsed } from "./send.ts";
import type { FuzzSetup, KnownKey } from "./setup.ts";

/** What the contract allows in answer to a request. */
export interface AllowedResponses {
  statuses: readonly number[];
  /** The endpoint whose success it may be. */
  match: Match | null;
  /** The only fields that a 400 may name, where that is certain. */
  fields?: readonly string[];
  /** Whether the rate limit of the caller's key must be told. */
  hasRateLimit: boolean;
  /** What cannot be read is refused with a body, be it a HEAD, to which no client expects one. */
  mayBeUnreadable?: boolean;
}

/** Node's server takes some 32 KiB of a request's head, of which it does not count everything. */
const headBytesTaken = 31_000;
const headBytesRefused = 33_000;
const rank = { public: 0, read: 1, write: 2, admin: 3 };
/** What names other things elsewhere than in its path. */
const namesWithin = new Set(["replayDeadLetters", "getWeeklyAnalytics"]);

/** By the contract's precedence: 401, 429, 403, 400, 404, 422 (section 1). */
export async function allowedResponses(request: FuzzRequest, setup: FuzzSetup): Promise<AllowedResponses> {
  const { all, counted } = headBytesOf(request);
  const nothing = { match: null, hasRateLimit: false };
  const mayBeUnreadable = request.method === "HEAD" && all > headBytesTaken;
  if (counted > headBytesRefused) return { statuses: [400], mayBeUnreadable, ...nothing };
  const inner = await withinLimits(request, setup);
  return all > headBytesTaken
    ? { ...inner, statuses: [...inner.statuses, 400], match: null, hasRateLimit: false, mayBeUnreadable }
    : inner;
}

async function withinLimits(request: FuzzRequest, setup: FuzzSetup): Promise<AllowedResponses> {
  const match = matchOf(request.method, request.path);
  if (match === "malformed") return { statuses: [400], match: null, hasRateLimit: false };
  if (match === null) return { statuses: [404], match: null, hasRateLimit: false };
  const { route } = match;
  if (route.access === "public")
    return { ...(await asked(request, match, null, setup)), hasRateLimit: false };
  const caller = callerOf(request, setup);
  if (caller === undefined || caller.state === "ended")
    return { statuses: [401], match, hasRateLimit: false };
  const inner: AllowedResponses =
    rank[caller.role] < rank[route.access]
      ? { statuses: [403], match, hasRateLimit: true }
      : await asked(request, match, caller, setup);
  return caller.state === "limited" ? { ...inner, statuses: [429, ...inner.statuses] } : inner;
}

/** For a caller that may ask. */
async function asked(
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
  if (query?.success === false) return { ...base, statuses: [400] };
  const validity = await bodyValidity(name, route, request.body, headerOf(request, "content-type"));
  if (validity === "refused" || idempotency === "refused") return { ...base, statuses: [400] };
  const maybe = validity === "either" ? [400] : [];

  const success = "document" in route.success ? [200, 302, 304] : [route.success.status];
  const exists = caller === null || mayExist(segment, caller, setup);
  const naming = { match, query: query?.data, body: bodyIn(request) };
  const isSure =
    validity === "accepted" && ownersOf(caller, setup).some((owner) => allNamedExist(naming, owner));
  const missing = !isSure && (segment !== "" || namesWithin.has(name)) ? [404] : [];
  const notNow = isSure && !mayBeRejectedWith422(naming) ? [] : [422];
  // The same key with another request is refused, and with the same one while that is being carried out.
  const repeated = idempotency === "given" ? [422, 429] : [];
  if (route.id !== undefined && !idPattern(route.id).test(segment))
    return { ...base, statuses: [404, ...maybe, ...repeated] };
  const later = exists ? [...success, ...missing, ...notNow, ...repeated] : [404, ...repeated];
  const cursor: unknown = Object(query?.data).cursor;
  if (typeof cursor !== "string") return { ...base, statuses: [...later, ...maybe] };
  const bindings = caller?.organizationId === setup.fixtures.organizationId ? setup : setup.foreign;
  const isOwn = bindings?.bindings.get(cursor) === bindingOf(name, segment, request.query);
  return isOwn ? { ...base, statuses: later } : { ...base, statuses: [400, ...missing], fields: ["cursor"] };
}

function idempotencyOf(request: FuzzRequest): "none" | "given" | "refused" {
  const key = request.method === "POST" ? headerOf(request, "idempotency-key") : undefined;
  if (key === undefined) return "none";
  return /^[\x21-\x7e]{1,255}$/.test(key) ? "given" : "refused";
}

function callerOf(request: FuzzRequest, { known, foreign }: FuzzSetup): KnownKey | undefined {
  const key = /^Bearer +(\S+)$/i.exec(headerOf(request, "authorization") ?? "")?.[1] ?? "";
  return known.get(key) ?? foreign?.known.get(key);
}

/** Whose things a caller may find: its own organization's, and without one everybody's. */
function ownersOf(
  caller: KnownKey | null,
  setup: FuzzSetup,
): Pick<FuzzSetup, "fixtures" | "disposables" | "deletions">[] {
  return [setup, ...(setup.foreign === null ? [] : [setup.foreign])].filter(
    ({ fixtures }) => caller === null || caller.organizationId === fixtures.organizationId,
  );
}

/** The body of a request as JSON; undefined where it is none. */
function bodyIn({ body }: FuzzRequest): unknown {
  return body === null ? undefined : parsed(body.toString("utf8"));
}

function mayExist(segment: string, { organizationId }: KnownKey, setup: FuzzSetup): boolean {
  const owner = organizationId === setup.fixtures.organizationId ? setup : setup.foreign;
  if (segment === "" || owner === null) return segment === "";
  return Object.values(owner.fixtures.ids).includes(segment) || owner.disposables.has(segment);
}

/** The last value of a header, as an HTTP parser leaves it. */
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
