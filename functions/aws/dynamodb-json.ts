import {
  convertToAttr,
  convertToNative,
  marshall,
  type marshallOptions,
  unmarshall,
} from "@aws-sdk/util-dynamodb";
import { trusted } from "../domain/trusted.ts";

/**
 * Where a request or a response holds items. "item" is an item, a key or the values of an expression, and "value" one attribute.
 * `each` is for all members of a list, and for all fields of an object whose names are those of tables.
 */
export type Shape = "item" | "value" | EachShape | FieldShapes;

interface EachShape {
  each: Shape;
}

interface FieldShapes {
  each?: never;
  [field: string]: Shape | undefined;
}

/** How one item or one attribute is converted. */
interface Conversion {
  item(item: unknown): unknown;
  value(value: unknown): unknown;
}

const options: marshallOptions = { removeUndefinedValues: true };

const toAttributes: Conversion = {
  item: (item) => marshall(item, options),
  value: (value) => convertToAttr(trusted(value), options),
};

const fromAttributes: Conversion = {
  item: (item) => unmarshall(trusted(item)),
  value: (value) => convertToNative(trusted(value)),
};

/** Returns the JSON text of an input whose items are plain objects. */
export function toDynamoDb(shape: Shape, input: object): string {
  return JSON.stringify(converted(shape, input, toAttributes), bytesAsText);
}

/** Parses a JSON text of DynamoDB, and returns it with its items as plain objects. */
export function fromDynamoDb(shape: Shape, text: string): unknown {
  // Few items have bytes, and without a reviver JSON is parsed twice as fast.
  const parsed: unknown = /"B"\s*:\s*"/.test(text) ? JSON.parse(text, textAsBytes) : JSON.parse(text);
  return converted(shape, parsed, fromAttributes);
}

function converted(shape: Shape, content: unknown, conversion: Conversion): unknown {
  if (typeof content !== "object" || content === null)
    return shape === "value" ? conversion.value(content) : content;
  if (shape === "item" || shape === "value") return conversion[shape](content);
  const { each } = shape;
  if (each === undefined) return withFields(shape, content, conversion);
  if (Array.isArray(content)) return content.map((member: unknown) => converted(each, member, conversion));
  const entries = Object.entries(content).map(([table, of]) => [table, converted(each, of, conversion)]);
  return Object.fromEntries(entries);
}

/** Converts the fields that the shape names. The others stay as they are. */
function withFields(shapes: FieldShapes, content: object, conversion: Conversion): unknown {
  const fields: Record<string, unknown> = { ...content };
  for (const name of Object.keys(fields)) {
    const shape = shapes[name];
    if (shape !== undefined) fields[name] = converted(shape, fields[name], conversion);
  }
  return fields;
}

/** Replaces bytes by their Base64. Reads them from their object: JSON.stringify has already converted a buffer in `value`. */
function bytesAsText(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const original = this[name];
  return original instanceof Uint8Array ? Buffer.from(original).toString("base64") : value;
}

/** Replaces the Base64 of bytes by the bytes. Only bytes are a text named B: an attribute with this name is an object. */
function textAsBytes(name: string, value: unknown): unknown {
  return name === "B" && typeof value === "string" ? new Uint8Array(Buffer.from(value, "base64")) : value;
}
