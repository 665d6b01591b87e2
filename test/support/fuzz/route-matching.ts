import type { Route } from "../../../functions/contract/route.ts";
import { routes } from "../../../functions/contract/routes.ts";
import type { RouteName } from "./request-template.ts";

const every: readonly (readonly [RouteName, Route])[] = Object.entries(routes).flatMap(([name, route]) =>
  isRouteName(name) ? [[name, route] as const] : [],
);

const generic = (path: string) => path.replaceAll(/\{\w+\}/g, "{}");
/** Every beginning of a path that some endpoint has. */
const beginnings = new Set(
  every.flatMap(([, { path }]) => {
    const parts = generic(path).split("/");
    return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
  }),
);

export interface Match {
  route: Route;
  name: RouteName;
  /** What stands in the path's variable place, decoded. */
  segment: string;
}

/** The endpoint that a request line means, as API Gateway finds it; `malformed` where its escapes are no text. */
export function matchOf(method: string, path: string): Match | "malformed" | null {
  const segments = decoded(path);
  if (segments === null) return "malformed";
  let at = "";
  let variable = "";
  for (const segment of segments) {
    // A fixed segment wins over a variable one, and there is no way back.
    if (!segment.includes("/") && segment !== "{}" && beginnings.has(`${at}/${segment}`)) at += `/${segment}`;
    else if (segment !== "" && beginnings.has(`${at}/{}`)) {
      at += "/{}";
      variable = segment;
    } else return null;
  }
  const found = every.find(([, route]) => route.method === method && generic(route.path) === at);
  return found === undefined ? null : { name: found[0], route: found[1], segment: variable };
}

export function routeOf(name: RouteName): Route {
  return routes[name];
}

/** What a query asks of a list, without the page: a cursor works with just the same. */
export function bindingOf(name: RouteName, segment: string, query: string): string {
  const parsed = routeOf(name).query?.safeParse(parametersOf(query));
  const { limit: _limit, cursor: _cursor, ...filters } = Object(parsed?.data ?? {});
  const sorted = Object.entries(filters).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.map(String).toSorted((one, other) => (one < other ? -1 : 1)) : value,
  ]);
  return JSON.stringify([name, segment, Object.fromEntries(sorted)]);
}

/** The last value of each parameter. */
export function parametersOf(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
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
