import type { Route } from "../../../functions/contract/route.ts";
import { roles } from "../../../functions/domain/keyring.ts";
import { idFieldsOf } from "./id-fields.ts";
import { idSpellings } from "./id-spellings.ts";
import { ranks } from "./tenancy-cases.ts";

/** Every field for an id is tried at least with an unknown id and a foreign one. */
const valuesMin = 2;
/** The callers are at least: one with each role, one without a key, and one with a revoked key. */
const callersMin = roles.length + 2;

/** Returns how many fields for an id the routes have together. */
export function countIdFields(routes: readonly Route[]): number {
  return routes.reduce((sum, route) => sum + idFieldCount(route), 0);
}

/**
 * Returns the smallest number of cases that a tenancy check may have, counted from the route table alone: every route,
 * by every caller, with every value in every field, and every spelling of an id in the path, by every role that may use
 * the route. A route without fields for an id is called at least by those who may not use it.
 */
export function minimumCases(routes: readonly Route[]): number {
  return routes.reduce((sum, route) => {
    if (route.access === "public") return sum + callersMin;
    const allowedRoles = roles.filter((role) => ranks[role] >= ranks[route.access]).length;
    const plain = idFieldCount(route) * valuesMin * callersMin;
    const spelled = route.id !== undefined ? Object.keys(idSpellings).length * valuesMin * allowedRoles : 0;
    return sum + Math.max(plain, callersMin - allowedRoles) + spelled;
  }, 0);
}

function idFieldCount(route: Route): number {
  return route.access === "public" ? 0 : idFieldsOf(route).filter(({ kind }) => kind !== "cursor").length;
}
