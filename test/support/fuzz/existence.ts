import { fieldOf } from "../../../functions/domain/field-of.ts";
import { documentedExamples } from "../openapi/examples/documented.ts";
import type { RouteName } from "./request-template.ts";
import type { Match } from "./route-matching.ts";
import type { FuzzSetup } from "./setup.ts";

/** The resources of one organization: the own or the foreign one. */
type Owner = Pick<FuzzSetup, "fixtures" | "disposables" | "deletions">;

/**
 * The parts of a valid request that name resources: the path parameter, and the query and the body as parsed by their
 * schemas.
 */
export interface NamedResources {
  match: Match;
  query: unknown;
  body: unknown;
}

/** The week for which the fixtures have a digest of their brand. */
export const digestWeek = "2026-W47";

type ExistenceCheck = (named: NamedResources, owner: Owner) => boolean;

/** The dead letters of a deleted subscription are deleted. All that the test names are of the fixtures' subscription. */
const deadLetterExists: ExistenceCheck = ({ match: { segment } }, owner) =>
  exists(segment, owner) && exists(owner.fixtures.ids.whk, owner);

/** The endpoints that name resources in another way than by an id in the path. */
const checksByRoute: Partial<Record<RouteName, ExistenceCheck>> = {
  readFeed({ match: { segment } }, owner) {
    const { brd } = owner.fixtures.ids;
    return [`${brd}.json`, `${brd}.xml`].includes(segment) && exists(brd, owner);
  },
  // The feed has one post of the fixtures.
  followLink: ({ match: { segment } }, owner) =>
    segment === owner.fixtures.ids.pst && exists(segment, owner) && exists(owner.fixtures.ids.brd, owner),
  createPost({ body }, owner) {
    const { brd, emptyBrd } = owner.fixtures.ids;
    // The brand may not have connected any other channel.
    if (fieldOf(body, "channel") !== "feed") return false;
    return [brd, emptyBrd].some((id) => fieldOf(body, "brandId") === id && exists(id, owner));
  },
  // The brand or the post that the body names may not exist.
  createReviewLink: () => false,
  // Another request may have disconnected the channel.
  checkChannel: () => false,
  disconnectChannel: () => false,
  // Another request may have deleted it, and a brand of its own has none.
  getModelEndpoint: () => false,
  deleteModelEndpoint: () => false,
  getDeadLetter: deadLetterExists,
  replayDeadLetter: deadLetterExists,
  // A deleted brand keeps its digests.
  getWeeklyAnalytics: ({ query }, { fixtures }) =>
    fieldOf(query, "brandId") === fixtures.ids.brd && fieldOf(query, "week") === digestWeek,
  replayDeadLetters({ body }, owner) {
    const webhookId = fieldOf(body, "webhookId");
    return webhookId === undefined || (webhookId === owner.fixtures.ids.whk && exists(webhookId, owner));
  },
};

/**
 * Returns whether all resources that a request names belong to the owner and certainly exist: then it cannot get 404.
 */
export function allNamedExist(named: NamedResources, owner: Owner): boolean {
  const { name, segment } = named.match;
  return checksByRoute[name]?.(named, owner) ?? (segment === "" || exists(segment, owner));
}

function exists(id: string, { fixtures, disposables, deletions }: Owner): boolean {
  const known = Object.values(fixtures.ids).includes(id) || disposables.has(id);
  return known && !deletions.mayBeDeleted(id);
}

/** Examples of a 422 that no fuzz request gets: no list of the fixtures is near its limit, and no key is used twice. */
const unreachedExamples = new Set(["brandIsFull", "tooMany", "reusedIdempotencyKey"]);

/** The endpoints whose 422 depends on the state of a resource. No example shows the 422 of a race. */
const with422: ReadonlySet<string> = new Set([
  ...documentedExamples()
    .filter(({ status, name }) => status === 422 && !unreachedExamples.has(name))
    .map(({ operationId }) => operationId),
  "rotateWebhookSecret",
]);

/** The endpoints that return 422 only for requests with one of these fields. */
const decidingFields: Partial<Record<RouteName, readonly string[]>> = {
  updatePipeline: ["status", "channels"],
};

/** Returns whether the state of the named resources may cause a 422. */
export function mayBeRejectedWith422({ match: { name }, body }: NamedResources): boolean {
  if (!with422.has(name)) return false;
  const fields = decidingFields[name];
  return fields === undefined || fields.some((field) => fieldOf(body, field) !== undefined);
}
