import type * as z from "zod/mini";
import { type IdPrefix, idPattern } from "../../functions/domain/ids.ts";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** What a field means, and what JSON Schema can say of its values beyond what can be read off its zod schema. */
export type Text = string | { text: string; also: JsonSchema };

type Inner<Value> =
  NonNullable<Value> extends readonly (infer Item)[] ? NonNullable<Item> : NonNullable<Value>;

/** A text for each field of a value, no more and no less; a field that holds fields has them in a pair with its own. */
export type Texts<Value> = {
  readonly [Name in keyof Value]-?:
    | Text
    | (Inner<Value[Name]> extends object ? readonly [Text, Texts<Inner<Value[Name]>>] : never);
};

/** The same without its types, as the generator walks it. */
export interface AnyTexts {
  readonly [name: string]: Text | readonly [Text, AnyTexts];
}

/** A schema of the document's components. */
export interface Component {
  schema: z.ZodMiniType;
  /** Which side of the schema clients see: what is sent to it or what it lets out; both where these are the same. */
  io: "input" | "output" | "both";
  text: string;
  fields: AnyTexts;
}

/** What the service answers with. */
export function sent<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string,
  fields: Texts<z.output<Schema>> & AnyTexts,
): Component {
  return { schema, io: "output", text, fields };
}

/** What a client sends. */
export function taken<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string,
  fields: Texts<z.input<Schema>> & AnyTexts,
): Component {
  return { schema, io: "input", text, fields };
}

/** What clients both send and get. */
export function shared<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string,
  fields: Texts<z.input<Schema>> & AnyTexts,
): Component {
  return { schema, io: "both", text, fields };
}

/** The known values of a field. */
export function valuesOf(schema: z.ZodMiniType, text: string): Component {
  return { schema, io: "both", text, fields: {} };
}

/** A bare array. */
export function listOf(schema: z.ZodMiniType, text: string): Component {
  return { schema, io: "output", text, fields: {} };
}

/** A page of a list (specification, section 4). */
export function pageOf(schema: z.ZodMiniType, rows: string): Component {
  const fields = {
    data: `The ${rows} of this page, in the order asked for.`,
    nextCursor:
      "Send it as `cursor`, with the same filters and order, to get the next page; `null` on the last page.",
  };
  return { schema, io: "output", text: `One page of ${rows}.`, fields };
}

/** An identifier of a kind. */
export function id(prefix: IdPrefix, text: string): Text {
  return { text, also: { pattern: idPattern(prefix).source } };
}

// Patterns are such as every engine reads, those without lookahead and Unicode classes too (RE2, Python, Rust).

/** One line of text, not blank and without control characters. */
export function lineText(text: string): Text {
  return { text: `${text} Not blank.`, also: { pattern: "^[^\\x00-\\x1f\\x7f-\\x9f]*$" } };
}

/** Text that may have several lines, without other control characters. */
export function proseText(text: string): Text {
  return { text, also: { pattern: "^[^\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]*$" } };
}

/** A time that a client gives. */
export function givenTimeText(text: string): Text {
  const form = "An ISO 8601 date and time with its offset from UTC, in the years 2000 to 2099.";
  return { text: `${text} ${form}`, also: { pattern: "^20" } };
}

/** What a field is when it is not given, where that is decided past its schema. */
export function usually(text: Text, value: JsonSchema["default"]): Text {
  const { text: words, also = {} } = typeof text === "string" ? { text } : text;
  return { text: words, also: { ...also, default: value } };
}
