import type { JsonSchema } from "./component.ts";

/** The parts of OpenAPI 3.1 that the document uses. */
export interface OpenApi {
  openapi: "3.1.1";
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: {
    url: string;
    description: string;
    variables: Record<string, { default: string; description: string }>;
  }[];
  security: Record<string, string[]>[];
  tags: { name: string; description: string }[];
  paths: Record<string, Partial<Record<HttpMethod, Operation>>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    securitySchemes: Record<
      string,
      { description: string } & (
        | { type: "http"; scheme: "bearer" }
        | { type: "apiKey"; in: "cookie"; name: string }
      )
    >;
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, Parameter>;
    headers: Record<string, Header>;
    responses: Record<string, Response>;
  };
}

export type HttpMethod = "get" | "post" | "put" | "patch" | "delete";

export interface Ref {
  $ref: string;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  deprecated?: true;
  security: Record<string, string[]>[];
  parameters?: (Ref | Parameter)[];
  requestBody?: { required: boolean; content: Record<string, Media> };
  responses: Record<string, Ref | Response>;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  description: string;
  required?: boolean;
  style?: "form";
  explode?: boolean;
  schema: JsonSchema;
  example?: unknown;
}

export interface Header {
  description: string;
  required?: boolean;
  schema: JsonSchema;
  example: unknown;
}

export interface Response {
  description: string;
  headers?: Record<string, Ref>;
  content?: Record<string, Media>;
}

export interface Media {
  schema: JsonSchema;
  examples: Record<string, Example>;
}

export interface Example {
  summary: string;
  value: unknown;
  /** The request that gets this response, where it differs from the operation's own example. */
  "x-request"?: ExampleRequest;
}

/** The parts of a request that differ from the operation's own example. */
export interface ExampleRequest {
  path?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: unknown;
}
