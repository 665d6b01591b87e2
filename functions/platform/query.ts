import type { APIGatewayProxyEvent } from "aws-lambda";
import { isList, type Route } from "../contract/route.ts";
import { isCommaSeparated } from "../contract/schemas/fields.ts";
import { shapeOf } from "../contract/schemas/shape.ts";
import type { FieldProblem } from "../domain/errors.ts";
import { isShown, joinProblems, type Validated, validate } from "./validate.ts";

type Parameters = Pick<APIGatewayProxyEvent, "queryStringParameters" | "multiValueQueryStringParameters">;

/**
 * Parses the query of a request. A comma-separated parameter that is given several times is joined. Problems are: what
 * the schema finds, any other parameter that is given twice, and, on a list, a parameter that the list does not have.
 * Other endpoints ignore unknown parameters.
 */
export function validateQuery(route: Route, parameters: Parameters): Validated<unknown> {
  const given = valuesOf(parameters);
  const known = shapeOf(route.query);
  const unknown = isList(route)
    ? [...given.keys()]
        .filter((name) => !Object.hasOwn(known, name))
        .map((name) => unknownProblem(name, known))
    : [];
  const repeated = [...given]
    .filter(
      ([name, values]) => values.length > 1 && Object.hasOwn(known, name) && !isCommaSeparated(known[name]),
    )
    .map(([name]) => ({ field: name, reason: "must be given only once" }));
  const problems = [...unknown, ...repeated];
  const joined = Object.fromEntries([...given].map(([name, values]) => [name, values.join(",")]));
  const parsed = validate(route.query, joined);
  return problems.length === 0 ? parsed : { problems: joinProblems(problems, parsed.problems) };
}

function valuesOf({
  queryStringParameters,
  multiValueQueryStringParameters,
}: Parameters): Map<string, readonly string[]> {
  const all = multiValueQueryStringParameters ?? {};
  const last = Object.entries(queryStringParameters ?? {}).map(([name, value]) => [name, [value]] as const);
  return new Map(
    [...last, ...Object.entries(all)].map(([name, values = []]) => [
      name,
      values.map((value) => value ?? ""),
    ]),
  );
}

function unknownProblem(name: string, known: Readonly<Record<string, unknown>>): FieldProblem {
  if (!isShown(name)) return { field: "query", reason: "has a name that no parameter of this list has" };
  const nearest = nearestOf(name, Object.keys(known));
  const advice = nearest === undefined ? "which has none" : `the nearest one is ${nearest}`;
  return { field: name, reason: `is not a parameter of this list: ${advice}` };
}

function nearestOf(name: string, known: readonly string[]): string | undefined {
  const distances = new Map(known.map((one) => [one, editDistance(name.toLowerCase(), one.toLowerCase())]));
  return known.toSorted((one, other) => (distances.get(one) ?? 0) - (distances.get(other) ?? 0))[0];
}

/** The Levenshtein distance of two texts. */
function editDistance(one: string, other: string): number {
  let before = Array.from({ length: Array.from(other).length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(one).entries()) {
    const row = [index + 1];
    for (const [at, otherLetter] of Array.from(other).entries()) {
      const replaced = (before[at] ?? 0) + (letter === otherLetter ? 0 : 1);
      row.push(Math.min(replaced, (before[at + 1] ?? 0) + 1, (row[at] ?? 0) + 1));
    }
    before = row;
  }
  return before.at(-1) ?? 0;
}
