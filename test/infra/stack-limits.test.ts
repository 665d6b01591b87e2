import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { expect, it, onTestFinished } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { bundlesDirectory } from "../../lib/bundle.ts";
import { ApiStack } from "../../lib/stacks/api.ts";
import { DataStack } from "../../lib/stacks/data.ts";
import { readSynthesis, type Synthesis, synthesis } from "../support/infra/synthesis.ts";

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
const resourcesMax = 500;
const templateBytesMax = 1_000_000;

/** Copies of the route table's rows under other paths, `count` in all. */
function manyRoutes(count: number): Record<string, Route> {
  const rows = Object.entries<Route>(routes);
  const many: Record<string, Route> = {};
  for (let copy = 1; Object.keys(many).length < count; copy += 1) {
    for (const [name, route] of rows.slice(0, count - Object.keys(many).length)) {
      const family = route.path.replace(/^\/(?:v1\/)?([^/]+)/, `/v1/$1-${copy}`);
      many[`${name}${copy}`] = { ...route, path: `/${family.slice(1)}` };
    }
  }
  return many;
}

/** Synthesizes the API stack for these routes, with the data stack that it imports from. */
function apiOf(table: Record<string, Route>, context: Record<string, string> = {}): Synthesis {
  const directory = mkdtempSync(join(tmpdir(), "content-pipeline-limits-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const app = new App({ outdir: directory, builtinCloudFormationValidation: false, context });
  const data = new DataStack(app, "ContentPipelineData");
  new ApiStack(app, "ContentPipelineApi", { data, bundles: bundlesDirectory, routes: table });
  app.synth();
  return readSynthesis(directory);
}

function expectWithinLimits({ directory, resources }: Synthesis): void {
  for (const file of readdirSync(directory, { recursive: true, encoding: "utf8" })) {
    if (file.endsWith(".template.json"))
      expect(statSync(join(directory, file)).size).toBeLessThan(templateBytesMax);
  }
  const counts = Map.groupBy(resources, ({ stack }) => stack);
  for (const members of counts.values()) expect(members.length).toBeLessThan(resourcesMax);
}

/** Counts the resources of the API stack by type. */
function apiResources({ resources }: Synthesis): Record<string, number> {
  const types = Map.groupBy(
    resources.filter(({ stack }) => stack === "ContentPipelineApi"),
    ({ type }) => type,
  );
  return Object.fromEntries([...types].map(([type, members]) => [type, members.length]));
}

it("a route takes three resources of the API stack, a family of routes takes one, and the rest of the stack eight", async () => {
  const all = synthesis();
  const count = Object.keys(routes).length;
  const families = new Set(Object.values(routes).map(({ path }) => path.replace("/v1", "").split("/")[1]))
    .size;
  expect(apiResources(all)).toEqual({
    "AWS::Lambda::Function": count,
    // One that each function runs under, one for each family that API Gateway invokes under, and one that it logs under.
    "AWS::IAM::Role": count + families + 1,
    "AWS::Logs::LogGroup": count + 1,
    "AWS::ApiGateway::RestApi": 1,
    "AWS::ApiGateway::Deployment": 1,
    "AWS::ApiGateway::Stage": 1,
    "AWS::ApiGateway::Account": 1,
    "AWS::CloudWatch::Alarm": 1,
    "AWS::SecretsManager::Secret": 1,
  });
  expectWithinLimits(all);
});

it("the API stack has room for 120 routes", () => {
  const all = apiOf(manyRoutes(120));
  expect(apiResources(all)["AWS::Lambda::Function"]).toBe(120);
  expectWithinLimits(all);
}, 60_000);

/** The values of ReservedConcurrentExecutions in the API stack. */
function reservedConcurrency(all: Synthesis): Set<unknown> {
  const functions = all.ofType("AWS::Lambda::Function").filter(({ stack }) => stack === "ContentPipelineApi");
  return new Set(functions.map(({ properties }) => properties["ReservedConcurrentExecutions"]));
}

it("the functions of the API reserve no concurrency unless the context says how much", () => {
  expect(reservedConcurrency(synthesis())).toEqual(new Set([undefined]));
  expect(reservedConcurrency(apiOf(routes, { apiConcurrency: "5" }))).toEqual(new Set([5]));
  expect(() => apiOf(routes, { apiConcurrency: "none" })).toThrow('-c apiConcurrency="none"');
});
