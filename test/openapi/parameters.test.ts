import { describe, expect, it } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { deadLetterStatuses } from "../../functions/domain/delivery.ts";
import { idPattern } from "../../functions/domain/ids.ts";
import { postStatuses } from "../../functions/domain/post.ts";
import type { Parameter } from "../../lib/openapi/document-types.ts";
import { operationOf, resolved } from "../support/openapi/document.ts";
import { schemaFaults } from "../support/openapi/schemas.ts";
import { newId } from "../support/table/entities.ts";

const rows: [string, Route][] = Object.entries(routes);

function parametersOf({ method, path }: Route, place: Parameter["in"]): Parameter[] {
  const { parameters = [] } = operationOf(method, path)?.operation ?? {};
  return parameters.map((one) => resolved<Parameter>(one)).filter((one) => one.in === place);
}

const statuses = [...postStatuses, ...deadLetterStatuses];
/** Values that a client may send, by the documented type of the parameter. */
const values: Readonly<Record<string, readonly unknown[]>> = {
  integer: [-1, 0, 1, 1.5, 20, 99, 100, 101, 1e21],
  array: [
    [],
    ["gone"],
    [""],
    ["draft", "gone"],
    ["draft", "failed", "draft"],
    statuses,
    ...statuses.map((status) => [status]),
  ],
  string: [
    "",
    "asc",
    "desc",
    "ASC",
    "createdAt",
    "scheduledAt",
    "publishedAt",
    "updatedAt",
    "2026-W48",
    "2026-W00",
    "2026-48",
    "brd_",
    newId("brd"),
    "x".repeat(200),
    "x".repeat(201),
    "😀".repeat(200),
    "x".repeat(2_048),
    "x".repeat(2_049),
    "😀".repeat(2_049),
  ],
};

/** The value in the query string, as `style: form` without `explode` serializes it. */
const written = (value: unknown): string => (Array.isArray(value) ? value.join(",") : String(value));

describe("the schema of a parameter", () => {
  const queries = rows.flatMap(([name, route]) =>
    parametersOf(route, "query").map((parameter): [string, Route, Parameter] => [
      `${name} ${parameter.name}`,
      route,
      parameter,
    ]),
  );

  it.each(queries)(
    "the service accepts exactly the values that the document allows for %s",
    (_, route, { name, schema, example, required = false }) => {
      const others = parametersOf(route, "query").filter((one) => one.required === true && one.name !== name);
      const rest = Object.fromEntries(others.map((one) => [one.name, written(one.example)]));
      const isAccepted = (query: object): boolean =>
        route.query?.safeParse({ ...rest, ...query }).success === true;
      const candidates = values[String(schema.type)] ?? [];
      expect(candidates).not.toEqual([]);
      for (const value of [...candidates, example])
        expect(isAccepted({ [name]: written(value) }), written(value)).toBe(
          schemaFaults(schema, value).length === 0,
        );
      expect(isAccepted({})).toBe(!required);
    },
  );

  const ids = rows.filter(([, { id }]) => id !== undefined);
  it.each(ids)("the document allows exactly the ids that the service accepts for %s {id}", (_, route) => {
    const [parameter] = parametersOf(route, "path");
    const { id: prefix } = route;
    if (parameter === undefined || prefix === undefined) throw new Error("no id");
    const known = newId(prefix);
    for (const id of [known, known.toLowerCase(), `${known}0`, known.slice(0, -1), "", "x", newId("org")])
      expect(schemaFaults(parameter.schema, id).length === 0, id).toBe(idPattern(prefix).test(id));
  });
});
