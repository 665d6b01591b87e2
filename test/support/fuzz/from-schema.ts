import fc from "fast-check";
import * as z from "zod/mini";
import { trusted } from "../../../functions/domain/trusted.ts";
import { oddByName, oddNumbers, oddTexts } from "./odd-values.ts";
import { plausibleByName, textOf } from "./plausible-values.ts";
import { raw } from "./raw-json.ts";

/** What of JSON Schema our schemas come to. */
export interface Node {
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Node[];
  properties?: Readonly<Record<string, Node>>;
  required?: readonly string[];
  additionalProperties?: Node | boolean;
  propertyNames?: Node;
  items?: Node;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

/** A schema as JSON Schema has it: what no JSON Schema can say is left out, and is asked of the schema itself. */
export function nodeOf(schema: z.ZodMiniType): Node {
  return trusted<Node>(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
}

/** Values that a schema accepts, or hardly ever not; `name` is the field's. */
export function validOf(node: Node, name: string): fc.Arbitrary<unknown> {
  const plausible = plausibleByName[name];
  if (plausible !== undefined) return nullable(node, plausible);
  if (node.anyOf !== undefined) return fc.oneof(...node.anyOf.map((one) => validOf(one, name)));
  if (node.const !== undefined) return fc.constant(node.const);
  if (node.enum !== undefined) return fc.constantFrom(...node.enum);
  switch (node.type) {
    case "object":
      return validObject(node, name);
    case "array":
      return fc.array(validOf(node.items ?? {}, name), {
        minLength: node.minItems ?? 0,
        maxLength: Math.min(node.maxItems ?? 5, Math.max(node.minItems ?? 0, 5)),
      });
    case "string":
      return node.pattern === undefined
        ? textOf(node.minLength ?? 0, node.maxLength ?? 200)
        : fc.stringMatching(new RegExp(node.pattern));
    case "integer":
      return fc.integer({ min: node.minimum ?? -1_000, max: node.maximum ?? 1_000 });
    case "number":
      return fc.double({ min: node.minimum ?? -1_000, max: node.maximum ?? 1_000, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case undefined:
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Values in which one thing is wrong, or as near to it as can be. */
export function nearlyOf(node: Node, name: string): fc.Arbitrary<unknown> {
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
  if (node.anyOf !== undefined) return fc.oneof(...node.anyOf.map((one) => nearlyOf(one, name)));
  switch (node.type) {
    case "object":
      return fc.oneof({ weight: 12, arbitrary: nearlyObject(node, name) }, { weight: 1, arbitrary: wrong });
    case "array":
      return fc.oneof(wrong, ...nearlyArrays(node, name));
    case "string":
      return fc.oneof(wrong, ...nearlyTexts(node, name).map((arbitrary) => ({ weight: 3, arbitrary })));
    case "integer":
    case "number":
      return fc.oneof(wrong, { weight: 4, arbitrary: fc.constantFrom(...nearlyNumbers(node)) });
    case undefined:
    default:
      return wrong;
  }
}

/** A field whose name alone does not tell what it takes is named after what it stands in: `listPosts.status`. */
function childName(parent: string, key: string): string {
  return plausibleByName[`${parent}.${key}`] === undefined ? key : `${parent}.${key}`;
}

function nullable(node: Node, arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const takesNull = node.anyOf?.some(({ type }) => type === "null") === true;
  if (node.type === "array") return fc.array(arbitrary, { minLength: node.minItems ?? 0, maxLength: 5 });
  return takesNull ? fc.option(arbitrary, { freq: 6 }) : arbitrary;
}

function validObject(node: Node, name: string): fc.Arbitrary<unknown> {
  if (node.properties === undefined) {
    const { propertyNames, additionalProperties } = node;
    if (propertyNames === undefined || typeof additionalProperties !== "object") return fc.constant({});
    return fc.dictionary(
      validOf(propertyNames, `${name} key`).map(String),
      validOf(additionalProperties, `${name} value`),
      { maxKeys: 5 },
    );
  }
  const shape = Object.entries(node.properties).map(([key, child]): [string, fc.Arbitrary<unknown>] => [
    key,
    validOf(child, childName(name, key)),
  ]);
  return fc.record(Object.fromEntries(shape), { requiredKeys: [...(node.required ?? [])] });
}

function nearlyObject(node: Node, name: string): fc.Arbitrary<unknown> {
  const children = Object.entries(node.properties ?? {});
  const valid = validObject(node, name).map((value): object => Object(value));
  const strangeKey = fc.constantFrom("constructor", "toString", "length", "then", "", "\ud800", ...oddTexts);
  const added = fc
    .tuple(valid, strangeKey, fc.jsonValue({ maxDepth: 3 }))
    // As an own property, where an assignment of __proto__ would make none.
    .map(([value, key, other]) => Object.fromEntries([...Object.entries(value), [key, other]]));
  if (children.length === 0)
    return fc.oneof(added, fc.dictionary(fc.constantFrom(...oddTexts), textOf(1, 20)));
  const [first, ...others] = children.map(([key, child]) => ({
    weight: child.type === "object" ? 4 : 1,
    arbitrary: fc
      .tuple(valid, nearlyOf(child, childName(name, key)))
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

function nearlyArrays(node: Node, name: string): fc.Arbitrary<unknown>[] {
  const { items = {}, minItems = 0, maxItems = 100 } = node;
  const item = validOf(items, name);
  return [
    fc
      .tuple(fc.array(item, { minLength: minItems, maxLength: 3 }), nearlyOf(items, name), fc.nat(3))
      .map(([values, wrong, place]) => values.toSpliced(place, 0, wrong)),
    ...[minItems - 1, minItems, maxItems, maxItems + 1, maxItems * 20].map((length) =>
      item.map((one) => Array.from({ length: Math.max(0, length) }, () => one)),
    ),
  ];
}

function nearlyTexts(node: Node, name: string): fc.Arbitrary<unknown>[] {
  const { minLength = 0, maxLength = 300, enum: known = [] } = node;
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
    // Right but for what stands around it.
    validOf(node, name).chain((value) =>
      typeof value === "string"
        ? fc.constantFrom(`${value}\n`, `\ufeff${value}`, `${value}\u0000`, `${value}\u0301`, value.slice(1))
        : fc.constant(value),
    ),
  ];
}

function nearlyNumbers({ minimum = 0, maximum = 100 }: Node): unknown[] {
  const bounds = [minimum - 1, minimum, minimum + 0.5, maximum - 0.5, maximum, maximum + 1, -maximum];
  return [...bounds, ...oddNumbers.map(raw), String(maximum)];
}
