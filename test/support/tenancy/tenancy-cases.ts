import type { Route } from "../../../functions/contract/route.ts";
import { routes } from "../../../functions/contract/routes.ts";
import { caseOf } from "../api/route-cases.ts";
import {
  cursorsFor,
  type FieldValue,
  representatives,
  rightValue,
  type Tenants,
  valuesFor,
} from "./field-values.ts";
import { idFieldsOf } from "./id-fields.ts";
import { idSpellings } from "./id-spellings.ts";

/** Who asks: somebody by a key of the home organization, or by none that counts. */
export interface Caller {
  name: string;
  headers: Record<string, string>;
  role: "read" | "write" | "admin" | null;
  /** Whether nobody else stands for it where only a part of the matrix is asked. */
  isPrincipal: boolean;
}

/** One case of the matrix. */
export interface TenancyCase {
  operation: string;
  route: Route;
  caller: Caller;
  values: readonly FieldValue[];
  /** Whether the rest of the request is valid. */
  shape: "right" | "malformed";
  /** How the id in the path is written, if not plainly. */
  spelling?: string;
  /** A method that the path does not know, in place of the route's own. */
  method?: string;
  /** Whether those ask it too whom the route does not let in. */
  isForEveryCaller: boolean;
}

/** A key may what its role may, and what the roles before it may (contract, section 3). */
export const ranks = { public: 0, read: 1, write: 2, admin: 3 };

/** Whether a caller may use a route. */
export function mayUse({ role }: Caller, { access }: Route): boolean {
  return access === "public" || (role !== null && ranks[role] >= ranks[access]);
}

/**
 * Every case of one operation, for every caller. None of them changes anything, when the service is right.
 * Public operations have none: what they show is everybody's.
 */
export function tenancyCasesOf(
  operation: string,
  callers: readonly Caller[],
  tenants: Tenants,
): TenancyCase[] {
  const { route } = caseOf(operation);
  if (route.access === "public") return [];
  const positions = idFieldsOf(route);
  const places = positions.filter(({ names }) => names !== "cursor");
  const valuesPerField = places.map((place) =>
    valuesFor(place, rightValue(route, place, tenants.ownTenant), tenants),
  );
  const together = combinations(valuesPerField.map(representatives));
  const [inPath = []] = valuesPerField.filter((all) => all.some(({ idField }) => idField.place === "path"));
  const shapes = route.body || route.query ? (["right", "malformed"] as const) : (["right"] as const);
  // What is tried at the door, where no id is looked at; and what only those ask whom it lets in.
  const atTheDoor = together.flatMap((values) => shapes.map((shape) => ({ values, shape })));
  const inside = [
    ...alone(valuesPerField).map((values) => ({ values })),
    ...positions
      .filter(({ names }) => names === "cursor")
      .flatMap((cursor) =>
        together.flatMap((values) =>
          cursorsFor(cursor, operation, tenants, values).map((one) => ({ values: [...values, one] })),
        ),
      ),
    ...Object.keys(idSpellings).flatMap((spelling) =>
      representatives(inPath).map((one) => ({ values: [one], spelling })),
    ),
    ...unknownMethods(route).flatMap((method) =>
      representatives(inPath).map((one) => ({ values: [one], method })),
    ),
  ];
  const asked = callers.flatMap((caller) => [
    ...atTheDoor.map((how): TenancyCase => ({ operation, route, caller, isForEveryCaller: true, ...how })),
    ...(mayUse(caller, route) ? inside : []).map(
      (how): TenancyCase => ({ operation, route, caller, shape: "right", isForEveryCaller: false, ...how }),
    ),
  ]);
  return distinct(asked.filter(isHarmless));
}

/** Of all questions, those that nothing else stands for, and one of thirty of the rest. */
export function sampleOf(tenancyCases: readonly TenancyCase[]): TenancyCase[] {
  return tenancyCases.filter((tenancyCase, index) => isPrincipal(tenancyCase) || index % 30 === 0);
}

function isPrincipal({ caller, values, shape, spelling, method, isForEveryCaller }: TenancyCase): boolean {
  const isPlain = shape === "right" && spelling === undefined && method === undefined;
  const hasForeignCursor = values.some(
    ({ idField, what }) => idField.names === "cursor" && what === "foreign",
  );
  return caller.isPrincipal && isPlain && (isForEveryCaller || hasForeignCursor);
}

/** Each place by itself with everything that is tried there, the path otherwise naming what is the caller's own. */
function alone(values: readonly (readonly FieldValue[])[]): FieldValue[][] {
  return values.flatMap((all, index) => {
    const others = values
      .filter((_, other) => other !== index)
      .flatMap((one) => one.filter(({ idField, what }) => idField.place === "path" && what === "own"));
    return all.map((one) => [...others, one]);
  });
}

/** All combinations of one value of each place, or of none where the place may be left out. */
function combinations(lists: readonly (readonly FieldValue[])[]): FieldValue[][] {
  return lists.reduce<FieldValue[][]>(
    (sofar, list) => [
      ...sofar.flatMap((before) => list.map((one) => [...before, one])),
      ...(list.some(({ idField }) => idField.place === "path") ? [] : sofar),
    ],
    [[]],
  );
}

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** The methods that a path does not know; of the routes on one path, the first asks for all of them. */
function unknownMethods({ operationId, path }: Route): string[] {
  const here = Object.values(routes).filter((route) => route.path === path);
  if (here[0]?.operationId !== operationId) return [];
  return methods.filter((method) => !here.some((route) => route.method === method));
}

/** What does something to the caller's own things is asked elsewhere, of things that nobody else needs. */
function isHarmless({ route, caller, values, shape, method }: TenancyCase): boolean {
  const isRefused = !mayUse(caller, route) || shape === "malformed" || method !== undefined;
  return route.method === "GET" || isRefused || values.some(({ whose }) => whose !== "own");
}

/** A question in words, for whoever reads of its wrong answer. */
export function nameOfCase({ operation, caller, values, shape, spelling, method }: TenancyCase): string {
  return [
    operation,
    ...(method === undefined ? [] : [`asked with ${method}`]),
    `by ${caller.name}`,
    ...values.map(({ idField: { place, field }, what }) => `${place} ${field} = ${what}`),
    ...(spelling === undefined ? [] : [`written ${spelling}`]),
    ...(shape === "right" ? [] : ["otherwise malformed"]),
  ].join("; ");
}

function distinct(tenancyCases: readonly TenancyCase[]): TenancyCase[] {
  // Of two the first stays, which is the one at the door.
  return [
    ...new Map(
      tenancyCases.toReversed().map((tenancyCase) => [nameOfCase(tenancyCase), tenancyCase]),
    ).values(),
  ].toReversed();
}
