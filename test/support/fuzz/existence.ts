import { fieldOf } from "../../../functions/domain/field-of.ts";
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

/** The endpoints that name resources in another way than by an id in the path. */
const checksByRoute: Partial<Record<RouteName, ExistenceCheck>> = {
  readFeed({ match: { segment } }, owner) {
    const { brd } = owner.fixtures.ids;
    return [`${brd}.json`, `${brd}.xml`].includes(segment) && exists(brd, owner);
  },
  // The feed has one post of the fixtures.
  followLink: ({ match: { segment } }, owner) =>
    segment === owner.fixtures.ids.pst && exists(owner.fixtures.ids.brd, owner),
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

/** The endpoints that never return 422: they depend on no state, and no list of the fixtures is near its limit. */
const never422 = new Set<RouteName>([
  "createBrand",
  "updateBrand",
  "createPipeline",
  "deletePipeline",
  "triggerRun",
  "createWebhook",
  "updateWebhook",
  "deleteWebhook",
  "createApiKey",
  "updateOrganization",
]);

/** The endpoints that return 422 only for requests with this field. */
const decidingField: Partial<Record<RouteName, string>> = {
  updatePipeline: "status",
  replayDeadLetters: "webhookId",
};

/** Returns whether the state of the named resources may cause a 422. */
export function mayBeRejectedWith422({ match: { name, route }, body }: NamedResources): boolean {
  if (route.method === "GET" || never422.has(name)) return false;
  const field = decidingField[name];
  return field === undefined || fieldOf(body, field) !== undefined;
}
