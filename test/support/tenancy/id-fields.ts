import * as z from "zod/mini";
import type { Route } from "../../../functions/contract/route.ts";
import type { IdPrefix } from "../../../functions/domain/ids.ts";
import { trusted } from "../../../functions/domain/trusted.ts";
import { newId } from "../table/entities.ts";

/** A field of a request that takes the id of a resource, or a cursor. */
export interface IdField {
  location: "path" | "query" | "body";
  /** `id`, `brandId`, `filter.webhookIds[]`. */
  field: string;
  kind: IdPrefix | "cursor";
}

/**
 * The kind of resource that each field of a query or a body names, for all fields whose schema accepts an id. The tests
 * fail until a new field is listed here: with the kind that it names, so that every value is tried in it, or with
 * `text` when it names no resource.
 */
const fieldKinds: Readonly<Record<string, IdPrefix | "cursor" | "text">> = {
  brandId: "brd",
  webhookId: "whk",
  pipelineId: "pip",
  cursor: "cursor",
  // A review link is for a brand or for a post, and a batch returns a result for each id: test/api/review-links.test.ts and
  // test/api/post-review.test.ts try foreign ids in them.
  postId: "text",
  "ids[]": "text",
  name: "text",
  "settings.voice": "text",
  "settings.hashtags[]": "text",
  "settings.avoid[]": "text",
  "settings.utm.*": "text",
  schedule: "text",
  "topics[]": "text",
  text: "text",
  "hashtags[]": "text",
  "media[].alt": "text",
  comment: "text",
  secret: "text",
  accessToken: "text",
  contentWarning: "text",
  model: "text",
  apiKey: "text",
  "generator.model": "text",
  "generator.guardrail.id": "text",
  "generator.guardrail.version": "text",
  identifier: "text",
  password: "text",
  description: "text",
  // Which of these a source has, and in which format, depends on its type.
  "sources[].url": "text",
  "sources[].query": "text",
  "sources[].instance": "text",
  "sources[].kind": "text",
  "sources[].project": "text",
  "sources[].country": "text",
  "sources[].category": "text",
};

/** The kind of resource that each path parameter names. A feed's file name is the brand's id with a format. */
const pathFieldKinds: Readonly<Record<string, (route: Route) => IdPrefix | undefined>> = {
  id: ({ id }) => id,
  file: () => "brd",
};

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Returns the text fields of a query or a body that accept an id: those without a fixed set of values or another
 * format.
 */
function fieldsThatAcceptIds(schema: z.ZodMiniType | undefined): string[] {
  if (schema === undefined) return [];
  // The issue of a union does not name a field, but those of its options do.
  if (schema instanceof z.ZodMiniUnion)
    return schema.def.options.flatMap((option) => fieldsThatAcceptIds(trusted<z.ZodMiniType>(option)));
  const described = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return [...new Set(textFields(described, ""))].filter((field) => acceptsId(schema, field));
}

function textFields(schema: JsonSchema | boolean, field: string): string[] {
  if (typeof schema === "boolean") return schema ? [field] : [];
  const { type, properties = {}, items, additionalProperties, anyOf, oneOf, allOf } = schema;
  const childField = (name: string) => (field === "" ? name : `${field}.${name}`);
  const inner = [
    ...Object.entries(properties).flatMap(([name, part]) => textFields(part, childField(name))),
    ...[anyOf, oneOf, allOf].flatMap((parts) => (parts ?? []).flatMap((part) => textFields(part, field))),
    ...(typeof items === "object" && !Array.isArray(items) ? textFields(items, `${field}[]`) : []),
    ...(typeof additionalProperties === "object" ? textFields(additionalProperties, childField("*")) : []),
  ];
  const isAnything = type === undefined && inner.length === 0 && !("const" in schema) && !("enum" in schema);
  return type === "string" || isAnything ? [...inner, field] : inner;
}

/** Validates an id with the schema itself, because a JSON Schema does not show the checks that are code. */
function acceptsId(schema: z.ZodMiniType, field: string): boolean {
  if (field.includes("*")) return true;
  const { error } = schema.safeParse(withField({}, field, newId("brd")));
  const name = field.replaceAll("[]", ".0");
  return error?.issues.every(({ path }) => path.join(".") !== name) ?? true;
}

/**
 * Returns a copy of a query or a body with the value in one more field, at any depth. A list gets two items: first
 * `right`, then the value.
 */
export function withField(
  whole: Readonly<Record<string, unknown>>,
  field: string,
  value: string,
  right = value,
): Record<string, unknown> {
  const [head = "", ...rest] = field.split(".");
  const name = head.replace(/\[\]$/, "");
  const isList = head !== name;
  const fill = (text: string) =>
    rest.length === 0 ? text : withField(isList ? {} : recordOf(whole[name]), rest.join("."), text, right);
  return { ...whole, [name]: isList ? [fill(right), fill(value)] : fill(value) };
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** The parameters of a path that name resources. A channel is the same for every organization. */
const pathParameters = ({ path }: Route) =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name).filter((name) => name !== "channel");

/** Returns every field of a route's request that names a resource or takes a cursor. */
export function idFieldsOf(route: Route): IdField[] {
  const inPath = pathParameters(route).flatMap((field): IdField[] => {
    const kind = pathFieldKinds[field]?.(route);
    return kind === undefined ? [] : [{ location: "path", field, kind }];
  });
  const inFields = (["query", "body"] as const).flatMap((location) =>
    fieldsThatAcceptIds(route[location]).flatMap((field): IdField[] => {
      const kind = fieldKinds[field] ?? "text";
      return kind === "text" ? [] : [{ location, field, kind }];
    }),
  );
  return [...inPath, ...inFields];
}

/**
 * Returns an instruction for each field that no record above classifies, and for each classified field that no route
 * has.
 */
export function unclassifiedFields(routes: readonly Route[]): string[] {
  const fields = routes.flatMap(({ operationId, query, body }) =>
    [...fieldsThatAcceptIds(query), ...fieldsThatAcceptIds(body)].map((field) => ({ operationId, field })),
  );
  const known = new Set(fields.map(({ field }) => field));
  return [
    ...fields
      .filter(({ field }) => fieldKinds[field] === undefined)
      .map(
        ({ operationId, field }) =>
          `${operationId}: add ${field} to fieldKinds, with its kind or with "text"`,
      ),
    ...routes.flatMap((route) =>
      pathParameters(route)
        .filter((name) => pathFieldKinds[name]?.(route) === undefined)
        .map((name) => `${route.operationId}: add {${name}} to pathFieldKinds, or set the id of the route`),
    ),
    ...Object.keys(fieldKinds)
      .filter((field) => !known.has(field))
      .map((field) => `no route accepts an id in ${field}: remove it from fieldKinds`),
  ];
}
