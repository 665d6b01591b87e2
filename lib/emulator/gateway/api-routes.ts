import { createHash } from "node:crypto";
import { type Assembly, describeResource, type Resource } from "../assembly.ts";
import { type Json, numberAt, objectAt, textAt } from "../json.ts";
import { checkInvokeRole } from "./invoke-role.ts";

/** API Gateway's default and maximum. */
const integrationTimeoutMs = 29_000;

/** A method of the REST API. */
interface ApiMethod {
  /** The path as the template has it, such as `/items/{id}`. */
  resourcePath: string;
  resourceId: string;
  /** The ARN of the function that serves it. */
  functionArn: string;
  timeoutMs: number;
}

export interface RouteMatch {
  method: ApiMethod;
  /** Decoded. */
  pathParameters: Readonly<Record<string, string>>;
}

interface Node {
  fixed: Map<string, Node>;
  variable: { name: string; node: Node } | undefined;
  methods: Map<string, ApiMethod>;
}

/**
 * Returns a function that finds the method of a request by the decoded segments of its path, or undefined. As in API
 * Gateway, a fixed segment wins over a variable one, even where only the variable one leads to a method.
 */
export function apiRoutes(
  assembly: Assembly,
  api: Resource,
): (httpMethod: string, segments: readonly string[]) => RouteMatch | undefined {
  const root = emptyNode();
  for (const [path, methods] of Object.entries(objectAt(api.properties, "Body", "paths"))) {
    const where = `${describeResource(api)}: ${path}`;
    const node = path
      .split("/")
      .slice(1)
      .reduce((at, part) => descend(at, part, where), root);
    for (const [httpMethod, operation] of Object.entries(objectAt(methods)))
      node.methods.set(httpMethod.toUpperCase(), apiMethod(assembly, path, operation, where));
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
    const method = node.methods.get(httpMethod);
    return method === undefined ? undefined : { method, pathParameters };
  };
}

function descend(node: Node, part: string, where: string): Node {
  const name = /^\{([\w.-]+)\}$/.exec(part)?.[1];
  if (name === undefined) {
    if (part.includes("{")) throw new Error(`${where}: the emulator does not know the path part ${part}`);
    const next = node.fixed.get(part) ?? emptyNode();
    node.fixed.set(part, next);
    return next;
  }
  if (node.variable !== undefined && node.variable.name !== name)
    throw new Error(`${where}: it has {${name}} where another path has {${node.variable.name}}`);
  node.variable ??= { name, node: emptyNode() };
  return node.variable.node;
}

function apiMethod(assembly: Assembly, path: string, operation: Json, where: string): ApiMethod {
  const integration = objectAt(operation, "x-amazon-apigateway-integration");
  const uri = textAt(integration, "uri");
  const functionArn = /:lambda:path\/2015-03-31\/functions\/(.+)\/invocations$/.exec(uri ?? "")?.[1];
  if (
    integration["type"] !== "aws_proxy" ||
    integration["httpMethod"] !== "POST" ||
    functionArn === undefined
  )
    throw new Error(`${where}: the emulator knows only proxy integrations of functions`);
  checkInvokeRole(assembly, textAt(integration, "credentials"), functionArn, where);
  return {
    resourcePath: path,
    resourceId: createHash("sha256").update(path).digest("hex").slice(0, 10),
    functionArn,
    timeoutMs: numberAt(integration, "timeoutInMillis") ?? integrationTimeoutMs,
  };
}

function emptyNode(): Node {
  return { fixed: new Map(), variable: undefined, methods: new Map() };
}
