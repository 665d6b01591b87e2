import type * as z from "zod/mini";
import { type IdPrefix, idPattern } from "../../functions/domain/ids.ts";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The description of a field. `also` adds JSON Schema keywords that its zod schema does not express. */
export type Text = string | { text: string; also: JsonSchema };

type Inner<Value> =
  NonNullable<Value> extends readonly (infer Item)[] ? NonNullable<Item> : NonNullable<Value>;

/** Exactly one text for each field of a value. A field with fields of its own has a pair: its text and their texts. */
export type Texts<Value> = {
  readonly [Name in keyof Value]-?:
    | Text
    | (Inner<Value[Name]> extends object ? readonly [Text, Texts<Inner<Value[Name]>>] : never);
};

/** `Texts` without its type parameter, for the generator. */
export interface AnyTexts {
  readonly [name: string]: Text | readonly [Text, AnyTexts];
}

/** One named schema of the document's components. */
export interface Component {
  schema: z.ZodMiniType;
  /** The side of the zod schema that clients see: its input, its output, or both when they are the same. */
  io: "input" | "output" | "both";
  text: string;
  fields: AnyTexts;
}

/** The schema of a response, or of a part of one. */
export function responseSchema<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string,
  fields: Texts<z.output<Schema>> & AnyTexts,
): Component {
  return { schema, io: "output", text, fields };
}

/** The schema of a request body, or of a part of one. */
export function requestSchema<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string,
  fields: Texts<z.input<Schema>> & AnyTexts,
): Component {
  return { schema, io: "input", text, fields };
}

/** A schema that requests and responses share. */
export function commonSchema<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string,
  fields: Texts<z.input<Schema>> & AnyTexts,
): Component {
  return { schema, io: "both", text, fields };
}

/** The allowed values of a field. */
export function enumSchema(schema: z.ZodMiniType, text: string): Component {
  return { schema, io: "both", text, fields: {} };
}

/** The schema of a request body that has one of several other schemas. Each of them has its own texts. */
export function unionSchema(schema: z.ZodMiniType, text: string): Component {
  return { schema, io: "input", text, fields: {} };
}

/** A schema that requests and responses share, and that is one of several others. Each of them has its own texts. */
export function commonUnionSchema(schema: z.ZodMiniType, text: string): Component {
  return { schema, io: "both", text, fields: {} };
}

/** The schema of a response that is a bare array. */
export function arraySchema(schema: z.ZodMiniType, text: string): Component {
  return { schema, io: "output", text, fields: {} };
}

/** The schema of one page of a list (specification, section 4). */
export function pageSchema(schema: z.ZodMiniType, rows: string): Component {
  const fields = {
    data: `The ${rows} of this page, in the requested order.`,
    nextCursor:
      "Send it as `cursor`, with the same filters and order, to get the next page. `null` on the last page.",
  };
  return { schema, io: "output", text: `One page of ${rows}.`, fields };
}

/** The text of an id with this prefix. */
export function id(prefix: IdPrefix, text: string): Text {
  return { text, also: { pattern: idPattern(prefix).source } };
}

// Every regular expression engine must read these patterns: RE2 and Rust have no lookahead, Python has no Unicode classes.

/** The text of a one-line string: not blank, no control characters. */
export function lineText(text: string): Text {
  return { text: `${text} Must not be blank.`, also: { pattern: "^[^\\x00-\\x1f\\x7f-\\x9f]*$" } };
}

/** The text of a string that may have several lines, but no other control characters. */
export function proseText(text: string): Text {
  return { text, also: { pattern: "^[^\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]*$" } };
}

/** The text of a time in a request. */
export function givenTimeText(text: string): Text {
  const form = "An ISO 8601 date and time with its offset from UTC, in the years 2000 to 2099.";
  return { text: `${text} ${form}`, also: { pattern: "^20" } };
}

/** Adds the default of a field whose zod schema has none, because the service sets it later. */
export function withDefault(text: Text, value: JsonSchema["default"]): Text {
  const { text: words, also = {} } = typeof text === "string" ? { text } : text;
  return { text: words, also: { ...also, default: value } };
}
