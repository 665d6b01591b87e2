import * as z from "zod/mini";
import type { AnyTexts, Component, JsonSchema, Text } from "./component.ts";

const utcWithMilliseconds = "\\.\\d{3}Z$";

/** Every component as JSON Schema 2020-12, each field with its text. @throws when a field has no text, and when a text has no field */
export function componentSchemas(
  components: Readonly<Record<string, Component>>,
): Record<string, JsonSchema> {
  const all = { ...schemasOf(components, "output"), ...schemasOf(components, "input") };
  return Object.fromEntries(
    Object.entries(components).map(([name, { text, fields, io }]) => {
      const schema = all[name];
      if (schema === undefined) throw new Error(`zod made no JSON Schema of ${name}`);
      const side = io === "both" ? "output" : io;
      return [name, { description: text, ...withTexts(tidy(schema, side), fields, name) }];
    }),
  );
}

/** The JSON Schema of a zod schema that is not a component, such as a query. */
export function tidySchema(schema: z.ZodMiniType): JsonSchema {
  return tidy(z.toJSONSchema(schema, { io: "input" }), "input");
}

export function refTo(kind: "schemas" | "parameters" | "headers" | "responses", name: string) {
  return { $ref: `#/components/${kind}/${name}` };
}

type Side = "input" | "output";

const uri = (id: string): string => refTo("schemas", id).$ref;

function schemasOf(components: Readonly<Record<string, Component>>, io: Side) {
  const metadata = z.registry<{ id: string }>();
  for (const [id, component] of Object.entries(components))
    if (component.io === io || component.io === "both") metadata.add(component.schema, { id });
  return z.toJSONSchema(metadata, {
    io,
    uri,
    unrepresentable: "any",
    override: ({ zodSchema: { _zod }, jsonSchema }) => {
      const { def } = _zod;
      if (def.type === "default") jsonSchema.default = def.defaultValue;
      if (def.type === "pipe" && Object.keys(jsonSchema).length === 0)
        Object.assign(jsonSchema, tidiedOnly(def, metadata));
    },
  }).schemas;
}

/** The input schema of a zod transform, used for its output: transforms in responses only normalize and keep the type. */
function tidiedOnly(def: z.core.$ZodPipeDef, metadata: z.core.$ZodRegistry<{ id: string }>): JsonSchema {
  if (def.out._zod.def.type !== "transform") return {};
  const { $defs: _, ...schema } = z.toJSONSchema(def.in, { io: "input", metadata });
  return JSON.parse(JSON.stringify(schema).replaceAll("#/$defs/", uri("")));
}

/**
 * zod's JSON Schema with less noise. `additionalProperties: false` goes, because objects may gain fields. The safe
 * integer bounds go, because they hold for every number. A nullable value gets "null" as one more of its types.
 */
function tidy(schema: JsonSchema, io: Side): JsonSchema {
  const { $schema: _, $id: __, additionalProperties, ...rest } = schema;
  const open =
    typeof additionalProperties === "object" ? { additionalProperties: tidy(additionalProperties, io) } : {};
  const tidied: JsonSchema = { ...rest, ...open };
  if (rest.minimum === Number.MIN_SAFE_INTEGER) delete tidied.minimum;
  if (rest.maximum === Number.MAX_SAFE_INTEGER) delete tidied.maximum;
  if (rest.format === "date-time" || !isPortable(rest.pattern)) delete tidied.pattern;
  if (rest.format === "date-time" && io === "output") tidied.pattern = utcWithMilliseconds;
  if (rest.properties !== undefined)
    tidied.properties = Object.fromEntries(
      Object.entries(rest.properties).map(([name, part]) => [name, tidyPart(part, io)]),
    );
  if (rest.propertyNames !== undefined) tidied.propertyNames = tidyPart(rest.propertyNames, io);
  if (rest.items !== undefined && !Array.isArray(rest.items)) tidied.items = tidyPart(rest.items, io);
  if (rest.oneOf !== undefined) tidied.oneOf = rest.oneOf.map((one) => tidy(one, io));
  return rest.anyOf === undefined
    ? tidied
    : nullable(
        tidied,
        rest.anyOf.map((one) => tidy(one, io)),
      );
}

/** Whether every regular expression engine reads the pattern. Where one does not, the field's text states the rule. */
function isPortable(pattern = ""): boolean {
  return !/\(\?[=!<]|\\[pPu]/.test(pattern);
}

function tidyPart(part: JsonSchema | boolean, io: Side): JsonSchema | boolean {
  return typeof part === "boolean" ? part : tidy(part, io);
}

function nullable(schema: JsonSchema, anyOf: readonly JsonSchema[]): JsonSchema {
  const { anyOf: _, ...rest } = schema;
  const [one, none] = anyOf;
  if (anyOf.length !== 2 || one === undefined || none?.type !== "null")
    return { ...schema, anyOf: [...anyOf] };
  if (typeof one.type !== "string") return { ...rest, anyOf: [one, none] };
  return {
    ...rest,
    ...one,
    type: [one.type, "null"],
    ...(one.enum !== undefined && { enum: [...one.enum, null] }),
  };
}

function withTexts(schema: JsonSchema, fields: AnyTexts, where: string): JsonSchema {
  const names = Object.keys(schema.properties ?? {});
  for (const name of Object.keys(fields))
    if (!names.includes(name)) throw new Error(`${where} has no field ${name}: delete its text`);
  if (schema.properties === undefined) return schema;
  const properties = Object.entries(schema.properties).map(([name, part]) => {
    const text = fields[name];
    if (text === undefined || typeof part === "boolean")
      throw new Error(`${where}.${name} has no text: add it to its resource's file in lib/openapi/resources`);
    return [
      name,
      isPair(text)
        ? described(inner(part, text[1], `${where}.${name}`), text[0])
        : leaf(part, text, `${where}.${name}`),
    ];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

function isPair(text: AnyTexts[string]): text is readonly [Text, AnyTexts] {
  return Array.isArray(text);
}

function leaf(part: JsonSchema, text: Text, where: string): JsonSchema {
  if (part.properties !== undefined || (typeof part.items === "object" && "properties" in part.items))
    throw new Error(`The fields of ${where} have no texts`);
  return described(part, text);
}

function inner(part: JsonSchema, fields: AnyTexts, where: string): JsonSchema {
  if (part.items === undefined || typeof part.items === "boolean" || Array.isArray(part.items))
    return withTexts(part, fields, where);
  return { ...part, items: withTexts(part.items, fields, `${where}[]`) };
}

/** Adds the text of a field. The description comes first. */
function described(part: JsonSchema, text: Text): JsonSchema {
  return typeof text === "string"
    ? { description: text, ...part }
    : { description: text.text, ...part, ...text.also };
}
