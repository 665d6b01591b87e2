import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { accessText, securityOf } from "./access.ts";
import type { HttpMethod, OpenApi, Operation, Parameter, Ref, Response } from "./document-types.ts";
import {
  deliveryHeaders,
  feedFile,
  headerRefs,
  headers,
  idempotencyKey,
  ifNoneMatch,
  rateHeaders,
} from "./headers.ts";
import { info } from "./info.ts";
import { componentSchemas, refTo, tidySchema } from "./json-schema.ts";
import type { OperationText } from "./operation-text.ts";
import { channelParameter, idParameter, type ParameterName, queryParameters } from "./parameters.ts";
import { anyEvent, webhooks } from "./resources/events.ts";
import { publicResponses } from "./resources/public.ts";
import { components, tags, textOf } from "./resources.ts";
import { errorResponses, jsonMedia, responses } from "./responses.ts";

const methods: Record<Route["method"], HttpMethod> = {
  GET: "get",
  POST: "post",
  PUT: "put",
  PATCH: "patch",
  DELETE: "delete",
};

/**
 * The whole service as an OpenAPI 3.1 document, from its routes, its schemas and the texts in this folder.
 * @throws when a route, a parameter or a field has no text, and when a text names a field or parameter that does not exist
 */
export function openApi(): OpenApi {
  const paths: OpenApi["paths"] = {};
  const parameters: Record<string, Parameter> = {
    "Idempotency-Key": idempotencyKey,
    "If-None-Match": ifNoneMatch,
    ...deliveryHeaders,
  };
  for (const [name, route] of Object.entries<Route>(routes)) {
    paths[route.path] = { ...paths[route.path], [methods[route.method]]: operation(name, route) };
    Object.assign(parameters, queryOf(name, route, textOf(name).text));
  }
  return {
    openapi: "3.1.1",
    info,
    servers: [
      {
        url: "https://{host}",
        description: "One installation of the service.",
        variables: {
          host: {
            default: "localhost:8443",
            description:
              "The host and port of the installation. The default is a service on your own machine.",
          },
        },
      },
    ],
    security: [{ apiKey: [] }],
    tags: [
      ...tags,
      {
        name: "Events",
        description: "The requests that the service sends to the endpoints of webhook subscriptions.",
      },
    ],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description:
            "An API key: `cps_` and at least 40 more characters. Each operation names the lowest role that its key must have: `read`, `write` or `admin`. Each role includes the permissions of the one before it.",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "__Host-session",
          description:
            "The cookie of a session, which stands for the API key that opened it. A request with an `Authorization` header ignores it. A request by cookie that is not a GET needs `X-Requested-With: dashboard`, and may not come from another site: else it returns 403.",
        },
        reviewLink: {
          type: "http",
          scheme: "bearer",
          description:
            "The token of a review link: `cpr_` and at least 40 more characters. It reaches only the posts of its link.",
        },
      },
      schemas: { ...componentSchemas(components), ...anyEvent },
      parameters,
      headers,
      responses,
    },
  };
}

function operation(name: string, route: Route): Operation {
  const { tag, text } = textOf(name);
  const parameters = [...pathParameters(route), ...headerParameters(route), ...queryRefs(text)];
  const publicSuccess = new Map(Object.entries(publicResponses)).get(name);
  return {
    operationId: name,
    tags: [tag],
    summary: text.summary,
    description: `${text.description} ${accessText(route)}`,
    ...(route.deprecatedSince !== undefined && { deprecated: true }),
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...requestBody(name, route, text),
    responses: { ...(publicSuccess ?? success(name, route, text)), ...errorResponses(route, text) },
  };
}

function pathParameters({ id, path }: Route): Parameter[] {
  if (path.includes("{file}")) return [feedFile];
  return [
    ...(id === undefined ? [] : [idParameter(id)]),
    ...(path.includes("{channel}") ? [channelParameter] : []),
  ];
}

function headerParameters({ method, access, success: { status } }: Route): Ref[] {
  if (method === "POST") return [refTo("parameters", "Idempotency-Key")];
  return access === "public" && status === 200 ? [refTo("parameters", "If-None-Match")] : [];
}

function queryRefs({ query = [] }: OperationText): Ref[] {
  return query.map((name) => refTo("parameters", name));
}

/** The query parameters of a route, by their component names. */
function queryOf(name: string, { query }: Route, text: OperationText): Record<string, Parameter> {
  const schema = query === undefined ? {} : tidySchema(query);
  const known = new Map(Object.entries(schema.properties ?? {}));
  const named: string[] = (text.query ?? []).map((one) => queryParameters[one].name);
  for (const parameter of known.keys())
    if (!named.includes(parameter))
      throw new Error(`The query parameter ${parameter} of ${name} has no text.`);
  return Object.fromEntries(
    (text.query ?? []).map((one) => {
      const part = known.get(queryParameters[one].name);
      if (part === undefined || typeof part === "boolean")
        throw new Error(`${name} has no query parameter ${queryParameters[one].name}.`);
      const required = schema.required?.includes(queryParameters[one].name) ?? false;
      return [one, queryParameter(one, part, required)];
    }),
  );
}

function queryParameter(name: ParameterName, read: Parameter["schema"], required: boolean): Parameter {
  const text = queryParameters[name];
  const schema = "schema" in text ? text.schema : read;
  return {
    name: text.name,
    in: "query",
    description: text.text,
    ...(required && { required }),
    ...(schema.type === "array" && { style: "form", explode: false }),
    schema,
    example: text.example,
  };
}

function requestBody(name: string, { body, bodyOptional }: Route, text: OperationText) {
  if (body === undefined) return {};
  if (text.body === undefined) throw new Error(`The request body of ${name} has no example.`);
  const examples = { [name]: { summary: text.summary, value: text.body } };
  return {
    requestBody: { required: bodyOptional !== true, content: jsonMedia(schemaName(name, body), examples) },
  };
}

function success(name: string, route: Route, text: OperationText): Record<string, Response> {
  const { success: promised, method } = route;
  const common = [
    "X-Request-Id",
    ...(route.access === "public" ? [] : rateHeaders),
    ...(method === "POST" ? (["Idempotent-Replayed"] as const) : []),
    ...(route.setsCookie === true ? (["Set-Cookie"] as const) : []),
    "Deprecation",
  ] as const;
  const { text: description, example, query } = text.success;
  if (!("body" in promised)) return { [promised.status]: { description, headers: headerRefs(common) } };
  if (example === undefined) throw new Error(`The response of ${name} has no example.`);
  const request = query === undefined ? {} : { "x-request": { query } };
  const examples = { [name]: { summary: text.summary, value: example, ...request } };
  return {
    [promised.status]: {
      description,
      headers: headerRefs(["Cache-Control", ...common]),
      content: jsonMedia(schemaName(name, promised.body), examples),
    },
  };
}

function schemaName(name: string, schema: Route["body"]): string {
  const found = Object.entries(components).find(([, component]) => component.schema === schema);
  if (found === undefined)
    throw new Error(
      `A schema of ${name} has no name: add it to its resource's file in lib/openapi/resources.`,
    );
  return found[0];
}
