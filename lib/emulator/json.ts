/** JSON of any shape. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** Parses text as JSON. Throws an Error that names `source` when the text is not JSON. */
export function parseJson(text: string, source: string): Json {
  try {
    // JSON.parse returns `any`; by its specification the value is always one of Json.
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    throw new Error(`${source} is not JSON`);
  }
}

export function parseJsonObject(text: string, source: string): JsonObject {
  const value = parseJson(text, source);
  if (!isJsonObject(value)) throw new Error(`${source} is not a JSON object`);
  return value;
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value at a path of property names, or undefined if the path ends early. */
export function valueAt(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((at, name) => (isJsonObject(at) ? at[name] : undefined), value);
}

/** The object under a path of property names; an empty one where there is none. */
export function objectAt(value: Json | undefined, ...path: readonly string[]): JsonObject {
  const found = valueAt(value, ...path);
  return isJsonObject(found) ? found : {};
}

export function textAt(value: Json | undefined, ...path: readonly string[]): string | undefined {
  const found = valueAt(value, ...path);
  return typeof found === "string" ? found : undefined;
}

/** Returns the number at a path. CloudFormation also accepts a numeric string as a number. */
export function numberAt(value: Json | undefined, ...path: readonly string[]): number | undefined {
  const found = valueAt(value, ...path);
  if (typeof found === "number") return found;
  return typeof found === "string" && found !== "" && Number.isFinite(Number(found))
    ? Number(found)
    : undefined;
}

export function listAt(value: Json | undefined, ...path: readonly string[]): readonly Json[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** Returns a scalar as text, as CloudFormation converts numbers and booleans. */
export function asText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
