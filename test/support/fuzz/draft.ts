import fc from "fast-check";
import type { Route } from "../../../functions/contract/route.ts";
import { routes } from "../../../functions/contract/routes.ts";
import { type Body, bodyOf } from "./draft-body.ts";
import { type Auth, authOf, type Header, headersOf } from "./draft-headers.ts";
import { type CursorUse, cursorOf, pathOf, queryOf } from "./draft-target.ts";

/** How far a request is from a right one. */
export const kinds = ["valid", "nearly", "absurd"] as const;
export type Kind = (typeof kinds)[number];

/** A request to be made. `{{…}}` in its texts stands for something of the world that it will meet. */
export interface Draft {
  kind: Kind;
  route: RouteName;
  method: string;
  path: string;
  /** As it stands in the request line, without the `?`; empty for none. */
  query: string;
  cursor: CursorUse | null;
  auth: Auth;
  headers: readonly Header[];
  body: Body | null;
}

export type RouteName = keyof typeof routes;

const names = Object.keys(routes).filter((name): name is RouteName => Object.hasOwn(routes, name));
/** Methods that no path, or not every one, has. */
const oddMethods = ["GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "QUERY"];

/** Any request to any endpoint. */
export const drafts: fc.Arbitrary<Draft> = fc
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
  .chain(([kind, route]) => draftOf(kind, route));

const made = new Map<string, fc.Arbitrary<Draft>>();

function draftOf(kind: Kind, name: RouteName): fc.Arbitrary<Draft> {
  const arbitrary = made.get(`${kind} ${name}`) ?? newDraftOf(kind, name);
  made.set(`${kind} ${name}`, arbitrary);
  return arbitrary;
}

function newDraftOf(kind: Kind, name: RouteName): fc.Arbitrary<Draft> {
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
