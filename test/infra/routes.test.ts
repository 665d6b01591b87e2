import { beforeAll, describe, expect, it } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { textAt } from "../../lib/emulator/json.ts";
import { neededActions } from "../support/infra/bundle-needs.ts";
import {
  dataActionsOf,
  functionDescribed,
  type Synthesis,
  statementsOf,
  synthesis,
} from "../support/infra/synthesis.ts";

const rows: Route[] = Object.values(routes);
const CLOUDFORMATION_RESOURCES_MAX = 500;
const RESOURCES_PER_ROUTE_MAX = 8;
const OTHER_RESOURCES_MAX = 100;

let all: Synthesis;
beforeAll(async () => {
  all = await synthesis();
});

describe("the API's template", () => {
  it("has the methods of the route table and no other", () => {
    const paths = new Map<string, { part: string; parent: string | undefined }>();
    for (const { logicalId, properties } of all.ofType("AWS::ApiGateway::Resource")) {
      paths.set(logicalId, {
        part: textAt(properties, "PathPart") ?? "",
        parent: textAt(properties, "ParentId", "Ref"),
      });
    }
    const pathOf = (id: string | undefined): string => {
      const at = id === undefined ? undefined : paths.get(id);
      return at === undefined ? "" : `${pathOf(at.parent)}/${at.part}`;
    };
    const methods = all
      .ofType("AWS::ApiGateway::Method")
      .map(
        ({ properties }) =>
          `${textAt(properties, "HttpMethod")} ${pathOf(textAt(properties, "ResourceId", "Ref"))}`,
      );
    expect(methods.toSorted()).toEqual(rows.map(({ method, path }) => `${method} ${path}`).toSorted());
  });

  it("stays within the resources that a stack may have", () => {
    const count = all.resources.filter(({ stack }) => stack === "ContentPipelineApi").length;
    expect(count).toBeLessThan(CLOUDFORMATION_RESOURCES_MAX);
    expect(count).toBeLessThanOrEqual(RESOURCES_PER_ROUTE_MAX * rows.length + OTHER_RESOURCES_MAX);
  });
});

describe.each(rows)("the function of $operationId", (route) => {
  const description = `${route.method} ${route.path}`;

  it("may do to the table what its row says, authenticate, and nothing more", () => {
    const table = new Set<string>(route.tableActions);
    if (route.access !== "public") table.add("UpdateItem");
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

  it("may do what the AWS commands in its bundle need", () => {
    const allowed = statementsOf(all, functionDescribed(all, description)).flatMap(({ actions }) => actions);
    expect(allowed).toEqual(expect.arrayContaining(neededActions(`api/${route.operationId}`)));
  });
});
