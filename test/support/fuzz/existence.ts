import { fieldOf } from "../../../functions/domain/field-of.ts";
import type { RouteName } from "./request-template.ts";
import type { Match } from "./route-matching.ts";
import type { FuzzSetup } from "./setup.ts";

/** What an organization has: one's own, or the foreign's. */
type Owner = Pick<FuzzSetup, "fixtures" | "disposables" | "deletions">;

/** What of a valid request names things: its path's variable part, its query and its body, as its schema reads them. */
export interface NamedResources {
  match: Match;
  query: unknown;
  body: unknown;
}

/** The week that a world has a digest of, for its brand. */
export const digestWeek = "2026-W47";

type Test = (naming: NamedResources, owner: Owner) => boolean;

/** What names things otherwise than by their ids in its path. */
const namedOtherwise: Partial<Record<RouteName, Test>> = {
  readFeed({ match: { segment } }, owner) {
    const { brd } = owner.fixtures.ids;
    return [`${brd}.json`, `${brd}.xml`].includes(segment) && isThere(brd, owner);
  },
  // Of the world's posts one stands in the feed.
  followLink: ({ match: { segment } }, owner) =>
    segment === owner.fixtures.ids.pst && isThere(owner.fixtures.ids.brd, owner),
  // What a deleted brand has of digests stays.
  getWeeklyAnalytics: ({ query }, { fixtures }) =>
    fieldOf(query, "brandId") === fixtures.ids.brd && fieldOf(query, "week") === digestWeek,
  replayDeadLetters({ body }, owner) {
    const webhookId = fieldOf(body, "webhookId");
    return webhookId === undefined || (webhookId === owner.fixtures.ids.whk && isThere(webhookId, owner));
  },
};

/** Whether everything that a request names is an owner's, and certainly still there: then nothing is not found. */
export function allNamedExist(naming: NamedResources, owner: Owner): boolean {
  const { name, segment } = naming.match;
  return namedOtherwise[name]?.(naming, owner) ?? (segment === "" || isThere(segment, owner));
}

function isThere(id: string, { fixtures, disposables, deletions }: Owner): boolean {
  const known = Object.values(fixtures.ids).includes(id) || disposables.has(id);
  return known && !deletions.mayHaveTaken(id);
}

/** What no state of a thing is in the way of; a new one neither, for no list of a stage comes near its limit. */
const alwaysDone = new Set<RouteName>([
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

/** What a state is in the way of only where a field asks for it, or names what has one. */
const decidingField: Partial<Record<RouteName, string>> = {
  updatePipeline: "status",
  replayDeadLetters: "webhookId",
};

/** Whether the state of what a request names can be in its way. */
export function mayBeRejectedWith422({ match: { name, route }, body }: NamedResources): boolean {
  if (route.method === "GET" || alwaysDone.has(name)) return false;
  const field = decidingField[name];
  return field === undefined || fieldOf(body, field) !== undefined;
}
