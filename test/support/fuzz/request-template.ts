import fc from "fast-check";
import type { Route } from "../../../functions/contract/route.ts";
import { routes } from "../../../functions/contract/routes.ts";
import { type Body, bodyOf } from "./template-body.ts";
import { type Auth, authOf, type Header, headersOf } from "./template-headers.ts";
import { type CursorUse, cursorOf, pathOf, queryOf } from "./template-target.ts";

/** How close a request is to a valid one. */
export const requestKinds = ["valid", "nearly", "absurd"] as const;
export type RequestKind = (typeof requestKinds)[number];

/** A generated request. Placeholders `{{…}}` in its texts stand for ids of the setup that it will be sent to. */
export interface RequestTemplate {
  kind: RequestKind;
  route: RouteName;
  method: string;
  path: string;
  /** The query of the request line without `?`; empty for none. */
  query: string;
  cursor: CursorUse | null;
  auth: Auth;
  headers: readonly Header[];
  body: Body | null;
}

export type RouteName = keyof typeof routes;

const names = Object.keys(routes).filter((name): name is RouteName => Object.hasOwn(routes, name));
/** Methods that no path or only some paths have. */
const oddMethods = ["GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "QUERY"];

/** Generates any request to any endpoint. */
export const requestTemplates: fc.Arbitrary<RequestTemplate> = fc
  .noShrink(
    fc.tuple(
      fc.oneof(
        { weight: 3, arbitrary: fc.constant("valid" as const) },
        { weight: 4, arbitrary: fc.constant("nearly" as const) },
        { weight: 3, arbitrary: fc.constant("absurd" as const) },
      ),
      fc.constantFrom(...names),
    ),
  )
  .chain(([kind, route]) => templateOf(kind, route));

const cache = new Map<string, fc.Arbitrary<RequestTemplate>>();

function templateOf(kind: RequestKind, name: RouteName): fc.Arbitrary<RequestTemplate> {
  const arbitrary = cache.get(`${kind} ${name}`) ?? newTemplateOf(kind, name);
  cache.set(`${kind} ${name}`, arbitrary);
  return arbitrary;
}

function newTemplateOf(kind: RequestKind, name: RouteName): fc.Arbitrary<RequestTemplate> {
  const route: Route = routes[name];
  const method =
    kind === "absurd"
      ? fc.oneof(
          { weight: 12, arbitrary: fc.constant<string>(route.method) },
          { weight: 1, arbitrary: fc.constantFrom(...oddMethods) },
        )
      : fc.constant<string>(route.method);
  return fc.record({
    kind: fc.constant(kind),
    route: fc.constant(name),
    method,
    path: pathOf(kind, route),
    query: queryOf(kind, name),
    cursor: cursorOf(kind, route),
    auth: authOf(kind),
    headers: headersOf(kind),
    body: bodyOf(kind, name),
  });
}
