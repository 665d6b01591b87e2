import type { Route } from "../../../functions/contract/route.ts";
import { routes } from "../../../functions/contract/routes.ts";
import { caseOf } from "../api/cases.ts";
import { disguises } from "./disguises.ts";
import { positionsOf } from "./id-fields.ts";
import { cursorsFor, type Estates, type Named, representatives, rightValue, valuesFor } from "./named.ts";

/** Who asks: somebody by a key of the home organization, or by none that counts. */
export interface Caller {
  name: string;
  headers: Record<string, string>;
  role: "read" | "write" | "admin" | null;
  /** Whether nobody else stands for it where only a part of the matrix is asked. */
  isPrincipal: boolean;
}

/** One case of the matrix. */
export interface Question {
  operation: string;
  route: Route;
  caller: Caller;
  named: readonly Named[];
  /** Whether the rest of the request is valid. */
  shape: "right" | "malformed";
  /** How the id in the path is written, if not plainly. */
  disguise?: string;
  /** A method that the path does not know, in place of the route's own. */
  method?: string;
  /** Whether those ask it too whom the route does not let in. */
  isAtTheDoor: boolean;
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
export function questionsOf(operation: string, callers: readonly Caller[], estates: Estates): Question[] {
  const { route } = caseOf(operation);
  if (route.access === "public") return [];
  const positions = positionsOf(route);
  const places = positions.filter(({ names }) => names !== "cursor");
  const values = places.map((place) => valuesFor(place, rightValue(route, place, estates.home), estates));
  const together = combinations(values.map(representatives));
  const [inPath = []] = values.filter((all) => all.some(({ position }) => position.place === "path"));
  const shapes = route.body || route.query ? (["right", "malformed"] as const) : (["right"] as const);
  // What is tried at the door, where no id is looked at; and what only those ask whom it lets in.
  const atTheDoor = together.flatMap((named) => shapes.map((shape) => ({ named, shape })));
  const inside = [
    ...alone(values).map((named) => ({ named })),
    ...positions
      .filter(({ names }) => names === "cursor")
      .flatMap((cursor) =>
        together.flatMap((named) =>
          cursorsFor(cursor, operation, estates, named).map((one) => ({ named: [...named, one] })),
        ),
      ),
    ...Object.keys(disguises).flatMap((disguise) =>
      representatives(inPath).map((one) => ({ named: [one], disguise })),
    ),
    ...unknownMethods(route).flatMap((method) =>
      representatives(inPath).map((one) => ({ named: [one], method })),
    ),
  ];
  const asked = callers.flatMap((caller) => [
    ...atTheDoor.map((how): Question => ({ operation, route, caller, isAtTheDoor: true, ...how })),
    ...(mayUse(caller, route) ? inside : []).map(
      (how): Question => ({ operation, route, caller, shape: "right", isAtTheDoor: false, ...how }),
    ),
  ]);
  return distinct(asked.filter(isHarmless));
}

/** Of all questions, those that nothing else stands for, and one of thirty of the rest. */
export function partOf(questions: readonly Question[]): Question[] {
  return questions.filter((question, index) => isPrincipal(question) || index % 30 === 0);
}

function isPrincipal({ caller, named, shape, disguise, method, isAtTheDoor }: Question): boolean {
  const isPlain = shape === "right" && disguise === undefined && method === undefined;
  const hasForeignCursor = named.some(
    ({ position, what }) => position.names === "cursor" && what === "foreign",
  );
  return caller.isPrincipal && isPlain && (isAtTheDoor || hasForeignCursor);
}

/** Each place by itself with everything that is tried there, the path otherwise naming what is the caller's own. */
function alone(values: readonly (readonly Named[])[]): Named[][] {
  return values.flatMap((all, index) => {
    const others = values
      .filter((_, other) => other !== index)
      .flatMap((one) => one.filter(({ position, what }) => position.place === "path" && what === "own"));
    return all.map((one) => [...others, one]);
  });
}

/** All combinations of one value of each place, or of none where the place may be left out. */
function combinations(lists: readonly (readonly Named[])[]): Named[][] {
  return lists.reduce<Named[][]>(
    (sofar, list) => [
      ...sofar.flatMap((before) => list.map((one) => [...before, one])),
      ...(list.some(({ position }) => position.place === "path") ? [] : sofar),
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
function isHarmless({ route, caller, named, shape, method }: Question): boolean {
  const isRefused = !mayUse(caller, route) || shape === "malformed" || method !== undefined;
  return route.method === "GET" || isRefused || named.some(({ whose }) => whose !== "own");
}

/** A question in words, for whoever reads of its wrong answer. */
export function nameOf({ operation, caller, named, shape, disguise, method }: Question): string {
  return [
    operation,
    ...(method === undefined ? [] : [`asked with ${method}`]),
    `by ${caller.name}`,
    ...named.map(({ position: { place, field }, what }) => `${place} ${field} = ${what}`),
    ...(disguise === undefined ? [] : [`written ${disguise}`]),
    ...(shape === "right" ? [] : ["otherwise malformed"]),
  ].join("; ");
}

function distinct(questions: readonly Question[]): Question[] {
  // Of two the first stays, which is the one at the door.
  return [
    ...new Map(questions.toReversed().map((question) => [nameOf(question), question])).values(),
  ].toReversed();
}
