import type { Route } from "../../../functions/contract/route.ts";
import { routes } from "../../../functions/contract/routes.ts";
import { jsonSchemaOf } from "./from-schema.ts";
import type { RouteName } from "./request-template.ts";

const every: readonly (readonly [RouteName, Route])[] = Object.entries(routes).flatMap(([name, route]) =>
  isRouteName(name) ? [[name, route] as const] : [],
);

const generic = (path: string) => path.replaceAll(/\{\w+\}/g, "{}");
/** The prefixes of all paths. */
const prefixes = new Set(
  every.flatMap(([, { path }]) => {
    const parts = generic(path).split("/");
    return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
  }),
);

export interface Match {
  route: Route;
  name: RouteName;
  /** The decoded path parameter; empty when the path has none. */
  segment: string;
}

/**
 * Returns the endpoint of a request line as API Gateway finds it; `malformed` when its escapes do not decode to text.
 */
export function matchOf(method: string, path: string): Match | "malformed" | null {
  const segments = decoded(path);
  if (segments === null) return "malformed";
  let at = "";
  let variable = "";
  for (const segment of segments) {
    // A fixed segment has precedence over a path parameter, and API Gateway does not backtrack.
    if (!segment.includes("/") && segment !== "{}" && prefixes.has(`${at}/${segment}`)) at += `/${segment}`;
    else if (segment !== "" && prefixes.has(`${at}/{}`)) {
      at += "/{}";
      // The first one is the id. The other one is a channel.
      if (variable === "") variable = segment;
    } else return null;
  }
  const found = every.find(([, route]) => route.method === method && generic(route.path) === at);
  return found === undefined ? null : { name: found[0], route: found[1], segment: variable };
}

export function routeOf(name: RouteName): Route {
  return routes[name];
}

/**
 * Returns the list, the path parameter and the filters of a query without the page: a cursor works only with the same
 * ones.
 */
export function bindingOf(name: RouteName, segment: string, query: string): string {
  const parsed = routeOf(name).query?.safeParse(parametersOf(query));
  const { limit: _limit, cursor: _cursor, ...filters } = Object(parsed?.data ?? {});
  const sorted = Object.entries(filters).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.map(String).toSorted((one, other) => (one < other ? -1 : 1)) : value,
  ]);
  return JSON.stringify([name, segment, Object.fromEntries(sorted)]);
}

/** Returns the value of each parameter: several values of one parameter joined by commas. */
export function parametersOf(query: string): Record<string, string> {
  const parameters = new URLSearchParams(query);
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name).join(",")]),
  );
}

/** Returns whether a list gets a parameter that it does not have, or an endpoint gets one of its own twice. */
export function hasWrongParameters({ operationId, query: schema }: Route, query: string): boolean {
  const known = schema === undefined ? [] : Object.keys(jsonSchemaOf(schema).properties ?? {});
  const given = [...new URLSearchParams(query).keys()];
  const isUnknown = (name: string) => operationId.startsWith("list-") && !known.includes(name);
  const isRepeated = (name: string) =>
    known.includes(name) && name !== "status" && given.filter((one) => one === name).length > 1;
  return given.some((name) => isUnknown(name) || isRepeated(name));
}

function isRouteName(name: string): name is RouteName {
  return Object.hasOwn(routes, name);
}

function decoded(path: string): string[] | null {
  try {
    const segments = path.split("/").slice(1).map(decodeURIComponent);
    return segments.some((segment) => segment.includes("\0")) ? null : segments;
  } catch {
    return null;
  }
}
