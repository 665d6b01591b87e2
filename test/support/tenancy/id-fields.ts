import * as z from "zod/mini";
import type { Route } from "../../../functions/contract/route.ts";
import type { IdPrefix } from "../../../functions/domain/ids.ts";
import { newId } from "../table/entities.ts";

/** A place of a request that names a thing of an organization, or a place in a list of one. */
export interface IdField {
  place: "path" | "query" | "body";
  /** `id`, `brandId`, `filter.webhookIds[]`. */
  field: string;
  names: IdPrefix | "cursor";
}

/**
 * What each field of a query or a body says that takes an id for its value. A new one stands here before the tests
 * pass: as what it names, and then every value of it is tried, or as `text`, which names nothing.
 */
const fieldKinds: Readonly<Record<string, IdPrefix | "cursor" | "text">> = {
  brandId: "brd",
  webhookId: "whk",
  cursor: "cursor",
  name: "text",
  "settings.voice": "text",
  "settings.hashtags[]": "text",
  "settings.utm.*": "text",
  schedule: "text",
  "topics[]": "text",
  text: "text",
  "hashtags[]": "text",
  secret: "text",
  description: "text",
};

/** What stands in a path: `{id}` is what the row says, and a feed's file is its brand's id with a format. */
const pathFieldKinds: Readonly<Record<string, (route: Route) => IdPrefix | undefined>> = {
  id: ({ id }) => id,
  file: () => "brd",
};

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The fields of a query or a body whose value may be an id: any text but one of known values or of another form. */
function idTakingFields(schema: z.ZodMiniType | undefined): string[] {
  if (schema === undefined) return [];
  const described = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return [...new Set(textFields(described, ""))].filter((field) => takesId(schema, field));
}

function textFields(schema: JsonSchema | boolean, field: string): string[] {
  if (typeof schema === "boolean") return schema ? [field] : [];
  const { type, properties = {}, items, additionalProperties, anyOf, oneOf, allOf } = schema;
  const within = (name: string) => (field === "" ? name : `${field}.${name}`);
  const inner = [
    ...Object.entries(properties).flatMap(([name, part]) => textFields(part, within(name))),
    ...[anyOf, oneOf, allOf].flatMap((parts) => (parts ?? []).flatMap((part) => textFields(part, field))),
    ...(typeof items === "object" && !Array.isArray(items) ? textFields(items, `${field}[]`) : []),
    ...(typeof additionalProperties === "object" ? textFields(additionalProperties, within("*")) : []),
  ];
  const isAnything = type === undefined && inner.length === 0 && !("const" in schema) && !("enum" in schema);
  return type === "string" || isAnything ? [...inner, field] : inner;
}

/** Asks the schema itself, for what it checks in code no description shows. */
function takesId(schema: z.ZodMiniType, field: string): boolean {
  if (field.includes("*")) return true;
  const { error } = schema.safeParse(withField({}, field, newId("brd")));
  const name = field.replaceAll("[]", ".0");
  return error?.issues.every(({ path }) => path.join(".") !== name) ?? true;
}

/** A query or a body with a value in one field more, at any depth; in a list it stands after one that is right. */
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

const pathNames = ({ path }: Route) => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);

/** Every place of a route's request that names something. */
export function idFieldsOf(route: Route): IdField[] {
  const inPath = pathNames(route).flatMap((field): IdField[] => {
    const names = pathFieldKinds[field]?.(route);
    return names === undefined ? [] : [{ place: "path", field, names }];
  });
  const inFields = (["query", "body"] as const).flatMap((place) =>
    idTakingFields(route[place]).flatMap((field): IdField[] => {
      const names = fieldKinds[field] ?? "text";
      return names === "text" ? [] : [{ place, field, names }];
    }),
  );
  return [...inPath, ...inFields];
}

/** What must be said here of the routes before their places are all known, and what is said of none. */
export function unclassifiedFields(routes: readonly Route[]): string[] {
  const fields = routes.flatMap(({ operationId, query, body }) =>
    [...idTakingFields(query), ...idTakingFields(body)].map((field) => ({ operationId, field })),
  );
  const known = new Set(fields.map(({ field }) => field));
  return [
    ...fields
      .filter(({ field }) => fieldKinds[field] === undefined)
      .map(
        ({ operationId, field }) => `${operationId}: say in meanings what ${field} names, or that it is text`,
      ),
    ...routes.flatMap((route) =>
      pathNames(route)
        .filter((name) => pathFieldKinds[name]?.(route) === undefined)
        .map((name) => `${route.operationId}: say in pathMeanings, or in its row, what {${name}} names`),
    ),
    ...Object.keys(fieldKinds)
      .filter((field) => !known.has(field))
      .map((field) => `no route takes an id in ${field}: take it out of meanings`),
  ];
}
