import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  parseJsonObject,
  textAt,
} from "../../../lib/emulator/json.ts";
import { provided } from "../setup/provided.ts";

export interface TemplateResource {
  readonly stack: string;
  readonly logicalId: string;
  readonly type: string;
  readonly properties: JsonObject;
}

/** The app, synthesized with the real bundles: its folder, and the resources of all its templates. */
export interface Synthesis {
  readonly directory: string;
  readonly resources: readonly TemplateResource[];
  ofType(type: string): TemplateResource[];
}

/** Reads the assembly that the tests share. */
export function synthesis(): Synthesis {
  return readSynthesis(provided("assemblyDirectory"));
}

/** Reads the assembly in a folder. */
export function readSynthesis(directory: string): Synthesis {
  const resources = readdirSync(directory)
    .filter((name) => name.endsWith(TEMPLATE_SUFFIX))
    .flatMap((name) => {
      const template = parseJsonObject(readFileSync(join(directory, name), "utf8"), name);
      return Object.entries(objectOr(template["Resources"])).map(([logicalId, resource]) => ({
        stack: name.slice(0, -TEMPLATE_SUFFIX.length),
        logicalId,
        type: textAt(resource, "Type") ?? "",
        properties: objectOr(isJsonObject(resource) ? resource["Properties"] : undefined),
      }));
    });
  return { directory, resources, ofType: (type) => resources.filter((resource) => resource.type === type) };
}

const TEMPLATE_SUFFIX = ".template.json";

export interface Statement {
  readonly actions: readonly string[];
  /** Each as the JSON text that the template has. */
  readonly resources: readonly string[];
}

/** What the role of a function allows. */
export function statementsOf(all: Synthesis, fn: TemplateResource): Statement[] {
  return roleStatements(all, listAt(fn.properties, "Role", "Fn::GetAtt")[0]);
}

/** What the inline policies of a role allow. */
export function roleStatements(all: Synthesis, roleId: Json | undefined): Statement[] {
  const role = all.ofType("AWS::IAM::Role").find(({ logicalId }) => logicalId === roleId);
  return listAt(role?.properties, "Policies")
    .flatMap((policy) => listAt(policy, "PolicyDocument", "Statement"))
    .map((statement) => ({
      actions: texts(statement, "Action"),
      resources: items(statement, "Resource").map((resource) => JSON.stringify(resource)),
    }));
}

/** The actions on the table and on the key that a function's role allows, sorted. */
export function dataActionsOf(all: Synthesis, fn: TemplateResource): string[] {
  const actions = statementsOf(all, fn).flatMap((statement) => statement.actions);
  return [...new Set(actions.filter((action) => /^(?:dynamodb|kms):/.test(action)))].toSorted();
}

/** The function whose description this is. */
export function functionDescribed(all: Synthesis, description: string): TemplateResource {
  const found = all
    .ofType("AWS::Lambda::Function")
    .filter(({ properties }) => properties["Description"] === description);
  const [fn] = found;
  if (fn === undefined || found.length !== 1)
    throw new Error(`${found.length} functions are described as ${description}`);
  return fn;
}

/** The API as API Gateway imports it: an OpenAPI document. */
export function apiDefinition(all: Synthesis): JsonObject {
  const [api] = all.ofType("AWS::ApiGateway::RestApi");
  return objectOr(api?.properties["Body"]);
}

/** What API Gateway answers itself, by its names for the failures. */
export function gatewayResponses(all: Synthesis): JsonObject {
  return objectOr(apiDefinition(all)["x-amazon-apigateway-gateway-responses"]);
}

function texts(value: Json, name: string): string[] {
  return items(value, name).flatMap((item) => (typeof item === "string" ? [item] : []));
}

function items(value: Json, name: string): readonly Json[] {
  const found = isJsonObject(value) ? value[name] : undefined;
  return found === undefined ? [] : Array.isArray(found) ? found : [found];
}

function objectOr(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
