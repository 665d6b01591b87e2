import { Aws } from "aws-cdk-lib";
import type { Route } from "../../functions/contract/route.ts";
import { gatewayResponses } from "./gateway-responses.ts";

/** A route, the function that serves it, and the role under which API Gateway invokes that function. */
export interface ApiMethod {
  route: Route;
  functionArn: string;
  roleArn: string;
}

/**
 * The whole REST API as one OpenAPI document with API Gateway's extensions.
 *
 * As CloudFormation resources, paths and methods would take two resources for each route, and gateway responses 21.
 */
export function apiDefinition(name: string, methods: readonly ApiMethod[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const method of methods) {
    const { route } = method;
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(method) };
  }
  return {
    openapi: "3.0.1",
    info: { title: name, version: "1" },
    paths,
    "x-amazon-apigateway-gateway-responses": gatewayResponses(),
  };
}

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-integration.html */
function operation({ route, functionArn, roleArn }: ApiMethod): object {
  return {
    parameters: [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    })),
    responses: {},
    "x-amazon-apigateway-integration": {
      type: "aws_proxy",
      httpMethod: "POST",
      uri: `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}:lambda:path/2015-03-31/functions/${functionArn}/invocations`,
      credentials: roleArn,
    },
  };
}
