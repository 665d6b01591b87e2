import type { Assembly, Resource } from "../assembly.ts";
import { numberAt, textAt } from "../json.ts";

/** API Gateway's own limit, and its default. */
const INTEGRATION_TIMEOUT_MS = 29_000;

/** A method of the REST API that a request has been found to mean. */
interface ApiMethod {
  /** The path as the template has it: `/v1/brands/{id}`. */
  readonly resourcePath: string;
  readonly resourceId: string;
  /** The function that serves it, by ARN. */
  readonly functionArn: string;
  readonly timeoutMs: number;
}

export interface RouteMatch {
  readonly method: ApiMethod;
  /** Decoded. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

interface Node {
  readonly fixed: Map<string, Node>;
  variable: { name: string; node: Node } | undefined;
  readonly methods: Map<string, ApiMethod>;
}

/**
 * The paths and methods of the template's REST API. As API Gateway does it, a fixed segment wins over a variable one, and
 * there is no way back from a choice.
 *
 * Gives undefined for what the API does not have; `segments` are decoded.
 */
export function apiRoutes(
  assembly: Assembly,
  api: Resource,
): (httpMethod: string, segments: readonly string[]) => RouteMatch | undefined {
  const resources = new Map(
    assembly.ofType("AWS::ApiGateway::Resource").map((resource) => [resource.ref, resource]),
  );
  const root = emptyNode();
  for (const method of assembly.ofType("AWS::ApiGateway::Method")) {
    if (textAt(method.properties, "RestApiId") !== api.ref) continue;
    const parts = pathParts(method, resources, api);
    const node = parts.reduce((at, part) => descend(at, part, method), root);
    node.methods.set(required(method, "HttpMethod"), apiMethod(method, parts));
  }

  return (httpMethod, segments) => {
    const pathParameters: Record<string, string> = {};
    let node: Node | undefined = root;
    for (const segment of segments) {
      const fixed: Node | undefined = node.fixed.get(segment);
      if (fixed !== undefined) {
        node = fixed;
      } else if (node.variable !== undefined && segment !== "") {
        pathParameters[node.variable.name] = segment;
        node = node.variable.node;
      } else {
        return undefined;
      }
    }
    const method = node.methods.get(httpMethod) ?? node.methods.get("ANY");
    return method === undefined ? undefined : { method, pathParameters };
  };
}

function pathParts(method: Resource, resources: ReadonlyMap<string, Resource>, api: Resource): string[] {
  const parts: string[] = [];
  let id = required(method, "ResourceId");
  while (id !== api.attributes["RootResourceId"]) {
    const resource = resources.get(id);
    if (resource === undefined) throw new Error(`${describe(method)}: its path leads to no root of the API`);
    parts.unshift(required(resource, "PathPart"));
    id = required(resource, "ParentId");
  }
  return parts;
}

function descend(node: Node, part: string, method: Resource): Node {
  const name = /^\{([\w.-]+)\}$/.exec(part)?.[1];
  if (name === undefined) {
    if (part.includes("{"))
      throw new Error(`${describe(method)}: the local gateway does not know the path part ${part}`);
    const next = node.fixed.get(part) ?? emptyNode();
    node.fixed.set(part, next);
    return next;
  }
  if (node.variable !== undefined && node.variable.name !== name)
    throw new Error(`${describe(method)}: {${name}} stands where another path has {${node.variable.name}}`);
  node.variable ??= { name, node: emptyNode() };
  return node.variable.node;
}

function apiMethod(method: Resource, parts: readonly string[]): ApiMethod {
  const type = textAt(method.properties, "Integration", "Type");
  const uri = textAt(method.properties, "Integration", "Uri");
  const functionArn = /:lambda:path\/2015-03-31\/functions\/(.+)\/invocations$/.exec(uri ?? "")?.[1];
  if (type !== "AWS_PROXY" || functionArn === undefined)
    throw new Error(`${describe(method)}: the local gateway knows proxy integrations of functions only`);
  if (required(method, "AuthorizationType") !== "NONE" || method.properties["ApiKeyRequired"] === true)
    throw new Error(`${describe(method)}: the local gateway knows methods without AWS authorization only`);
  return {
    resourcePath: `/${parts.join("/")}`,
    resourceId: required(method, "ResourceId"),
    functionArn,
    timeoutMs: numberAt(method.properties, "Integration", "TimeoutInMillis") ?? INTEGRATION_TIMEOUT_MS,
  };
}

function emptyNode(): Node {
  return { fixed: new Map(), variable: undefined, methods: new Map() };
}

function required(resource: Resource, property: string): string {
  const value = textAt(resource.properties, property);
  if (value === undefined) throw new Error(`${describe(resource)}: ${property} is missing`);
  return value;
}

function describe({ stack, logicalId, type }: Resource): string {
  return `${stack}/${logicalId} (${type})`;
}
