import type { Route } from "../../../functions/contract/route.ts";
import { roles } from "../../../functions/domain/keyring.ts";
import { idFieldsOf } from "./id-fields.ts";
import { idSpellings } from "./id-spellings.ts";
import { ranks } from "./tenancy-cases.ts";

/** What is tried in every place for an id, at the least: an unknown one and a foreign one. */
const valuesLeast = 2;
/** Who asks at the least: every role, nobody, and somebody whose key was revoked. */
const callersLeast = roles.length + 2;

/** Of how many of its places each route of a table is asked about things that are not the caller's. */
export function countIdFields(routes: readonly Route[]): number {
  return routes.reduce((sum, route) => sum + idPlaces(route), 0);
}

/**
 * The least number of cases that a proof of tenancy has, from the route table alone: every route, by every caller, with
 * every value in every place; where the whole matrix is asked also in every disguise, by all whom the route lets in. A
 * route that names nothing is asked at least by those whom it does not let in.
 */
export function minimumCases(routes: readonly Route[], { isWhole }: { isWhole: boolean }): number {
  return routes.reduce((sum, route) => {
    if (route.access === "public") return sum + callersLeast;
    const letIn = roles.filter((role) => ranks[role] >= ranks[route.access]).length;
    const plain = idPlaces(route) * valuesLeast * callersLeast;
    const disguised =
      isWhole && route.id !== undefined ? Object.keys(idSpellings).length * valuesLeast * letIn : 0;
    return sum + Math.max(plain, callersLeast - letIn) + disguised;
  }, 0);
}

function idPlaces(route: Route): number {
  return route.access === "public" ? 0 : idFieldsOf(route).filter(({ names }) => names !== "cursor").length;
}
