import type { Route } from "../../../functions/contract/route.ts";
import { routes } from "../../../functions/contract/routes.ts";
import { caseOf } from "../api/valid-requests.ts";
import {
  cursorsFor,
  type FieldValue,
  representatives,
  type Tenants,
  validValue,
  valuesFor,
} from "./field-values.ts";
import { idFieldsOf } from "./id-fields.ts";
import { idSpellings } from "./id-spellings.ts";

/** A caller with a key of the own organization, or with no valid key. */
export interface Caller {
  name: string;
  headers: Record<string, string>;
  role: "read" | "write" | "admin" | null;
  /** Whether it sends only the requests that every caller sends. @default false */
  sendsCommonCasesOnly?: boolean;
}

/** One request of the tenancy check. */
export interface TenancyCase {
  operation: string;
  route: Route;
  caller: Caller;
  values: readonly FieldValue[];
  /** Whether the rest of the request is valid. */
  shape: "valid" | "malformed";
  /** The name of another spelling of the id in the path; undefined for the plain id. */
  spelling?: string;
  /** A method that the path does not have, in place of the route's method. */
  method?: string;
  /** Whether every caller sends this request, also callers who may not use the route. */
  isForEveryCaller: boolean;
}

/** A role may use what it and the roles below it may use (contract, section 3). */
export const ranks = { public: 0, read: 1, write: 2, admin: 3 };

/** Returns whether a caller may use a route. */
export function mayUse({ role }: Caller, { access }: Route): boolean {
  return access === "public" || (role !== null && ranks[role] >= ranks[access]);
}

/**
 * Returns the cases of one operation, for all callers. If the service is correct, no case changes any data. A public
 * operation has no cases, because everybody may see its responses.
 */
export function tenancyCasesOf(
  operation: string,
  callers: readonly Caller[],
  tenants: Tenants,
): TenancyCase[] {
  const { route } = caseOf(operation);
  if (route.access === "public") return [];
  const idFields = idFieldsOf(route);
  const cursorFields = idFields.filter(({ kind }) => kind === "cursor");
  const valuesPerField = idFields
    .filter(({ kind }) => kind !== "cursor")
    .map((idField) => valuesFor(idField, validValue(route, idField, tenants.ownTenant), tenants));
  const combined = combinations(valuesPerField.map(representatives));
  const [pathValues = []] = valuesPerField.filter((all) =>
    all.some(({ idField }) => idField.location === "path"),
  );
  const shapes = route.body || route.query ? (["valid", "malformed"] as const) : (["valid"] as const);
  const forEveryCaller = combined.flatMap((values) => shapes.map((shape) => ({ values, shape })));
  const forAllowedCallers = [
    ...oneFieldVaried(valuesPerField).map((values) => ({ values })),
    ...cursorFields.flatMap((cursorField) =>
      combined.flatMap((values) =>
        cursorsFor(cursorField, operation, tenants, values).map((cursor) => ({
          values: [...values, cursor],
        })),
      ),
    ),
    ...Object.keys(idSpellings).flatMap((spelling) =>
      representatives(pathValues).map((value) => ({ values: [value], spelling })),
    ),
    ...unknownMethods(route).flatMap((method) =>
      representatives(pathValues).map((value) => ({ values: [value], method })),
    ),
  ];
  const tenancyCases = callers.flatMap((caller) => [
    ...forEveryCaller.map(
      (request): TenancyCase => ({ operation, route, caller, isForEveryCaller: true, ...request }),
    ),
    ...(mayUse(caller, route) && caller.sendsCommonCasesOnly !== true ? forAllowedCallers : []).map(
      (request): TenancyCase => ({
        operation,
        route,
        caller,
        shape: "valid",
        isForEveryCaller: false,
        ...request,
      }),
    ),
  ]);
  return distinct(tenancyCases.filter(isHarmless));
}

/** Varies one field at a time through all its values. The path keeps the caller's own id meanwhile. */
function oneFieldVaried(valuesPerField: readonly (readonly FieldValue[])[]): FieldValue[][] {
  return valuesPerField.flatMap((varied, index) => {
    const others = valuesPerField
      .filter((_, other) => other !== index)
      .flatMap((values) =>
        values.filter(({ idField, description }) => idField.location === "path" && description === "own"),
      );
    return varied.map((value) => [...others, value]);
  });
}

/** Returns all combinations of one value for each field. Fields outside the path are also left out. */
function combinations(lists: readonly (readonly FieldValue[])[]): FieldValue[][] {
  return lists.reduce<FieldValue[][]>(
    (combined, list) => [
      ...combined.flatMap((values) => list.map((value) => [...values, value])),
      ...(list.some(({ idField }) => idField.location === "path") ? [] : combined),
    ],
    [[]],
  );
}

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Returns the methods that the path does not have, for the first route of each path; for the others none. */
function unknownMethods({ operationId, path }: Route): string[] {
  const onPath = Object.values(routes).filter((route) => route.path === path);
  if (onPath[0]?.operationId !== operationId) return [];
  return methods.filter((method) => !onPath.some((route) => route.method === method));
}

/**
 * Leaves out requests that change the caller's own resources: `permittedFaults` sends those, in organizations of their
 * own.
 */
function isHarmless({ route, caller, values, shape, method }: TenancyCase): boolean {
  const isRejected = !mayUse(caller, route) || shape === "malformed" || method !== undefined;
  return route.method === "GET" || isRejected || values.some(({ owner }) => owner !== "own");
}

/** Describes a case in the report of a wrong response. */
export function nameOfCase({ operation, caller, values, shape, spelling, method }: TenancyCase): string {
  return [
    operation,
    ...(method === undefined ? [] : [`called with ${method}`]),
    `by ${caller.name}`,
    ...values.map(({ idField: { location, field }, description }) => `${location} ${field} = ${description}`),
    ...(spelling === undefined ? [] : [`written ${spelling}`]),
    ...(shape === "valid" ? [] : ["otherwise malformed"]),
  ].join("; ");
}

/** Of two cases with one name the first remains: the one for every caller. */
function distinct(tenancyCases: readonly TenancyCase[]): TenancyCase[] {
  return [
    ...new Map(
      tenancyCases.toReversed().map((tenancyCase) => [nameOfCase(tenancyCase), tenancyCase]),
    ).values(),
  ].toReversed();
}
