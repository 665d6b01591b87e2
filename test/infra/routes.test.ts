import { beforeAll, describe, expect, it } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { type Json, listAt, objectAt, valueAt } from "../../lib/emulator/json.ts";
import { neededActions } from "../support/infra/bundle-needs.ts";
import {
  apiDefinition,
  dataActionsOf,
  functionDescribed,
  roleStatements,
  type Synthesis,
  statementsOf,
  synthesis,
} from "../support/infra/synthesis.ts";

const rows: Route[] = Object.values(routes);

let all: Synthesis;
beforeAll(() => {
  all = synthesis();
});

/** The integration of each method of the API, by method and path: `GET /v1/brands`. */
function integrations(): Map<string, Json | undefined> {
  const paths = Object.entries(objectAt(apiDefinition(all), "paths"));
  return new Map(
    paths.flatMap(([path, methods]) =>
      Object.entries(objectAt(methods)).map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        valueAt(operation, "x-amazon-apigateway-integration"),
      ]),
    ),
  );
}

it("the API has the methods of the route table and no other", () => {
  const expected = rows.map(({ method, path }) => `${method} ${path}`).toSorted();
  expect([...integrations().keys()].toSorted()).toEqual(expected);
});

/** `posts` of /v1/posts/{id}/approve. */
function familyOf({ path }: Route): string | undefined {
  return path.split("/").find((part) => part !== "" && part !== "v1");
}

/** A function's ARN, as the template writes it. */
function arnOf({ method, path }: Route): string {
  return JSON.stringify({ "Fn::GetAtt": [functionDescribed(all, `${method} ${path}`).logicalId, "Arn"] });
}

it.each(rows)(
  "API Gateway invokes $operationId under a role that allows to invoke its family's functions and nothing else",
  (row) => {
    const integration = integrations().get(`${row.method} ${row.path}`);
    expect(JSON.stringify(valueAt(integration, "uri"))).toContain(arnOf(row));
    const statements = roleStatements(all, listAt(integration, "credentials", "Fn::GetAtt")[0]);
    const family = rows.filter((other) => familyOf(other) === familyOf(row));
    expect(statements).toEqual([{ actions: ["lambda:InvokeFunction"], resources: family.map(arnOf) }]);
  },
);

describe.each(rows)("the function of $operationId", (route) => {
  const description = `${route.method} ${route.path}`;

  it(`the role of ${route.operationId} allows the table actions of its row, authentication and nothing else`, () => {
    const table = new Set<string>(route.tableActions);
    if (route.access !== "public") for (const action of ["GetItem", "UpdateItem"]) table.add(action);
    const keys = route.sealsSecrets === true ? ["kms:Decrypt", "kms:GenerateDataKey"] : [];
    const expected = [...[...table].map((action) => `dynamodb:${action}`), ...keys].toSorted();
    const fn = functionDescribed(all, description);
    expect(dataActionsOf(all, fn)).toEqual(expected);

    for (const { actions, resources } of statementsOf(all, fn)) {
      const named = actions.every((action) => action.startsWith("xray:"))
        ? actions
        : [...actions, ...resources];
      expect(named.join()).not.toContain("*");
    }
  });

  it(`the role of ${route.operationId} allows every AWS command in its bundle`, () => {
    const allowed = statementsOf(all, functionDescribed(all, description)).flatMap(({ actions }) => actions);
    expect(allowed).toEqual(expect.arrayContaining(neededActions(`api/${route.operationId}`)));
  });
});
