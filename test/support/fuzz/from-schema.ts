import fc from "fast-check";
import * as z from "zod/mini";
import { trusted } from "../../../functions/domain/trusted.ts";
import { oddByName, oddNumbers, oddTexts } from "./odd-values.ts";
import { plausibleByName, textOf } from "./plausible-values.ts";
import { raw } from "./raw-json.ts";

/** The part of JSON Schema that our schemas use. */
export interface JsonSchema {
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

const converted = new WeakMap<z.ZodMiniType, JsonSchema>();

/**
 * Returns a schema as JSON Schema. Checks that JSON Schema cannot express are missing: ask the schema itself for those.
 */
export function jsonSchemaOf(schema: z.ZodMiniType): JsonSchema {
  const jsonSchema =
    converted.get(schema) ??
    trusted<JsonSchema>(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
  converted.set(schema, jsonSchema);
  return jsonSchema;
}

/** Generates values that a schema almost always accepts; `name` is the name of the field. */
export function validValues(jsonSchema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const plausible = plausibleByName[name];
  if (plausible !== undefined) return nullable(jsonSchema, plausible);
  const options = jsonSchema.anyOf ?? jsonSchema.oneOf;
  if (options !== undefined) return fc.oneof(...options.map((one) => validValues(one, name)));
  if (jsonSchema.const !== undefined) return fc.constant(jsonSchema.const);
  if (jsonSchema.enum !== undefined) return fc.constantFrom(...jsonSchema.enum);
  switch (jsonSchema.type) {
    case "object":
      return validObject(jsonSchema, name);
    case "array":
      return fc.array(validValues(jsonSchema.items ?? {}, name), {
        minLength: jsonSchema.minItems ?? 0,
        maxLength: Math.min(jsonSchema.maxItems ?? 5, Math.max(jsonSchema.minItems ?? 0, 5)),
      });
    case "string":
      return jsonSchema.pattern === undefined
        ? textOf(jsonSchema.minLength ?? 0, jsonSchema.maxLength ?? 200)
        : fc.stringMatching(new RegExp(jsonSchema.pattern));
    case "integer":
      return fc.integer({ min: jsonSchema.minimum ?? -1_000, max: jsonSchema.maximum ?? 1_000 });
    case "number":
      return fc.double({ min: jsonSchema.minimum ?? -1_000, max: jsonSchema.maximum ?? 1_000, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case undefined:
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Generates values with one mistake, or with one value at a limit. */
export function nearlyValidValues(jsonSchema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const wrong = fc.constantFrom<unknown>(
    null,
    true,
    0,
    "",
    "x",
    [],
    {},
    [[]],
    [null],
    { length: 1 },
    raw("1e400"),
  );
  const options = jsonSchema.anyOf ?? jsonSchema.oneOf;
  if (options !== undefined) return fc.oneof(...options.map((one) => nearlyValidValues(one, name)));
  switch (jsonSchema.type) {
    case "object":
      return fc.oneof(
        { weight: 12, arbitrary: nearlyObject(jsonSchema, name) },
        { weight: 1, arbitrary: wrong },
      );
    case "array":
      return fc.oneof(wrong, ...nearlyArrays(jsonSchema, name));
    case "string":
      return fc.oneof(wrong, ...nearlyTexts(jsonSchema, name).map((arbitrary) => ({ weight: 3, arbitrary })));
    case "integer":
    case "number":
      return fc.oneof(wrong, { weight: 4, arbitrary: fc.constantFrom(...nearlyNumbers(jsonSchema)) });
    case undefined:
    default:
      return wrong;
  }
}

/** Returns a name with its parent, such as `listPosts.status`, when the values of a field depend on the parent. */
function childName(parent: string, key: string): string {
  return plausibleByName[`${parent}.${key}`] === undefined ? key : `${parent}.${key}`;
}

function nullable(jsonSchema: JsonSchema, arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const takesNull = jsonSchema.anyOf?.some(({ type }) => type === "null") === true;
  if (jsonSchema.type === "array")
    return fc.array(arbitrary, { minLength: jsonSchema.minItems ?? 0, maxLength: 5 });
  return takesNull ? fc.option(arbitrary, { freq: 6 }) : arbitrary;
}

function validObject(jsonSchema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  if (jsonSchema.properties === undefined) {
    const { propertyNames, additionalProperties } = jsonSchema;
    if (propertyNames === undefined || typeof additionalProperties !== "object") return fc.constant({});
    return fc.dictionary(
      validValues(propertyNames, `${name} key`).map(String),
      validValues(additionalProperties, `${name} value`),
      { maxKeys: 5 },
    );
  }
  const shape = Object.entries(jsonSchema.properties).map(([key, child]): [string, fc.Arbitrary<unknown>] => [
    key,
    validValues(child, childName(name, key)),
  ]);
  return fc.record(Object.fromEntries(shape), { requiredKeys: [...(jsonSchema.required ?? [])] });
}

function nearlyObject(jsonSchema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const children = Object.entries(jsonSchema.properties ?? {});
  const valid = validObject(jsonSchema, name).map((value): object => Object(value));
  const strangeKey = fc.constantFrom("constructor", "toString", "length", "then", "", "\ud800", ...oddTexts);
  const added = fc
    .tuple(valid, strangeKey, fc.jsonValue({ maxDepth: 3 }))
    // `fromEntries` makes an own property of __proto__. An assignment would not.
    .map(([value, key, other]) => Object.fromEntries([...Object.entries(value), [key, other]]));
  if (children.length === 0)
    return fc.oneof(added, fc.dictionary(fc.constantFrom(...oddTexts), textOf(1, 20)));
  const [first, ...others] = children.map(([key, child]) => ({
    weight: child.type === "object" ? 4 : 1,
    arbitrary: fc
      .tuple(valid, nearlyValidValues(child, childName(name, key)))
      .map(([value, wrong]) => ({ ...value, [key]: wrong })),
  }));
  const dropped = fc
    .tuple(valid, fc.constantFrom(...children))
    .map(([value, [key]]) => Object.fromEntries(Object.entries(value).filter(([one]) => one !== key)));
  return fc.oneof(
    ...(first === undefined ? [] : [first, ...others]),
    { weight: 1, arbitrary: dropped },
    { weight: 1, arbitrary: added },
  );
}

function nearlyArrays(jsonSchema: JsonSchema, name: string): fc.Arbitrary<unknown>[] {
  const { items = {}, minItems = 0, maxItems = 100 } = jsonSchema;
  const item = validValues(items, name);
  return [
    fc
      .tuple(fc.array(item, { minLength: minItems, maxLength: 3 }), nearlyValidValues(items, name), fc.nat(3))
      .map(([values, wrong, place]) => values.toSpliced(place, 0, wrong)),
    ...[minItems - 1, minItems, maxItems, maxItems + 1, maxItems * 20].map((length) =>
      item.map((one) => Array.from({ length: Math.max(0, length) }, () => one)),
    ),
  ];
}

function nearlyTexts(jsonSchema: JsonSchema, name: string): fc.Arbitrary<unknown>[] {
  const { minLength = 0, maxLength = 300, enum: known = [] } = jsonSchema;
  const lengths = [minLength - 1, minLength, maxLength - 1, maxLength, maxLength + 1, maxLength * 3];
  const fillers = ["a", "é", "\u0301", "👩‍👩‍👧‍👦", "\u202e", " ", "\ud800", "０"];
  const odd = oddByName[name];
  return [
    fc.constantFrom(...oddTexts),
    fc
      .tuple(fc.constantFrom(...fillers), fc.constantFrom(...lengths))
      .map(([filler, length]) =>
        filler.repeat(Math.max(0, Math.ceil(length / filler.length))).slice(0, Math.max(0, length)),
      ),
    fc.string({ unit: "binary", maxLength: 30 }),
    ...(odd === undefined ? [] : [fc.constantFrom(...odd), fc.constantFrom(...odd)]),
    ...(known.length === 0
      ? []
      : [
          fc.constantFrom(...known).map((one) => `${String(one)} `),
          fc.constantFrom(...known).map((one) => String(one).toUpperCase()),
        ]),
    // A valid value with one more character, or without its first one.
    validValues(jsonSchema, name).chain((value) =>
      typeof value === "string"
        ? fc.constantFrom(`${value}\n`, `\ufeff${value}`, `${value}\u0000`, `${value}\u0301`, value.slice(1))
        : fc.constant(value),
    ),
  ];
}

function nearlyNumbers({ minimum = 0, maximum = 100 }: JsonSchema): unknown[] {
  const bounds = [minimum - 1, minimum, minimum + 0.5, maximum - 0.5, maximum, maximum + 1, -maximum];
  return [...bounds, ...oddNumbers.map(raw), String(maximum)];
}
