import type { Route } from "../../../functions/contract/route.ts";
import { routes } from "../../../functions/contract/routes.ts";
import type { IdPrefix } from "../../../functions/domain/ids.ts";
import type { Fixtures } from "./fixtures.ts";
import type { RouteCase } from "./route-cases/route-case.ts";
import { routeCases } from "./route-cases.ts";

/** The channel that every valid request names. The brand of the fixtures has connected it. */
export const channelInPath = "webhook";

/** The routes with an id in their path: name, route and the prefix of the id. */
export const routesWithId = Object.entries<Route>(routes).flatMap(
  ([name, route]): [string, Route, IdPrefix][] => (route.id === undefined ? [] : [[name, route, route.id]]),
);

const casesByName = new Map(Object.entries(routeCases));
const routesByName = new Map<string, Route>(Object.entries(routes));
const namesByOperation = new Map<string, string>(
  Object.entries(routes).map(([name, { operationId }]) => [operationId, name]),
);

/** Returns a route with its case. Throws when the route has none. */
export function caseOf(name: string): RouteCase & { route: Route } {
  const routeCase = casesByName.get(name);
  const route = routesByName.get(name);
  if (routeCase === undefined || route === undefined) throw new Error(`the route ${name} has no case`);
  return { ...routeCase, route };
}

/** Returns the schema of the body of a request to the channel that valid requests name. */
export function bodySchemaOf({ body, bodyByChannel }: Route): Route["body"] {
  return bodyByChannel === undefined ? body : bodyByChannel[channelInPath];
}

/** Returns the id in the path of a route's valid request; empty when the path names no resource. */
export function idOf(route: Route, { ids }: Pick<Fixtures, "ids">): string {
  const { idInPath } = caseOf(namesByOperation.get(route.operationId) ?? "");
  const idsByKind: Partial<Record<string, string>> = ids;
  return idsByKind[idInPath ?? route.id ?? ""] ?? "";
}

/** Returns the body of a route's valid request; undefined when the route reads no body. */
export function bodyOf(name: string, { ids }: Pick<Fixtures, "ids">): Record<string, unknown> | undefined {
  const { body, idsInBody } = caseOf(name);
  return body && { ...body, ...idsInBody?.(ids) };
}

/** Returns the admin key for an admin's route, and the write key for all others. */
export function keyFor(route: Route, { keys }: Pick<Fixtures, "keys">): string {
  return route.access === "admin" ? keys.admin : keys.write;
}

/** Returns a route's path with the given path parameter, or with that of the valid request. */
export function pathOf(route: Route, fixtures: Pick<Fixtures, "ids">, parameter?: string): string {
  const id = parameter ?? idOf(route, fixtures);
  return route.path
    .replace("{id}", id)
    .replace("{channel}", channelInPath)
    .replace("{file}", parameter ?? `${fixtures.ids.brd}.json`);
}
