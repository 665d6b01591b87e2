import { fieldOf } from "../../domain/field-of.ts";
import { SourceError } from "./source.ts";

/** The media types of a source that sends JSON. */
export const acceptJson = "application/json";

/** Parses a document of a source. @throws {SourceError} when it is not JSON, or is cut off */
export function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (cause) {
    throw new SourceError(`${name} sent a document that is not JSON, or is cut off`, { cause });
  }
}

/**
 * Returns a list of a document.
 * @param list the field that has the list; null if the document is the list
 * @param fields the fields that every element has. Elements without one of them are left out.
 * @throws {SourceError} when the document has no such list, or when all elements of the list are left out
 */
export function listIn(
  name: string,
  document: unknown,
  { list, fields }: { list: string | null; fields: readonly string[] },
): unknown[] {
  const found = list === null ? document : fieldOf(document, list);
  if (!Array.isArray(found))
    throw otherShape(name, list === null ? "it is not a list" : `it has no list ${list}`);
  const known = found.filter((one) => fields.every((field) => textIn(one, field) !== ""));
  if (found.length > 0 && known.length === 0)
    throw otherShape(name, `no element of its list has ${fields.join(" and ")}`);
  return known;
}

/** The error of a document whose shape has changed: the service must be adapted. */
export function otherShape(name: string, difference: string): SourceError {
  return new SourceError(`${name} sent a document of a shape that this service does not know: ${difference}`);
}

/** A text of an object; empty if it has none. A number counts as a text. */
export function textIn(value: unknown, field: string): string {
  const found = fieldOf(value, field);
  if (typeof found === "number") return String(found);
  return typeof found === "string" ? found : "";
}

/** A count of an object, also one that is a text; null if it has none. */
export function countIn(value: unknown, field: string): number | null {
  return toCount(textIn(value, field));
}

/** A count that is written in digits; null for any other text. */
export function toCount(text: string): number | null {
  const count = /^\d{1,15}(?:\.0+)?$/.test(text) ? Number(text) : null;
  return count === null ? null : Math.trunc(count);
}
