/** JSON as it comes from templates, requests and engines: nothing is assumed about its shape. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** The one place where text becomes typed JSON; throws with `source` in its message when it is none. */
export function parseJson(text: string, source: string): Json {
  try {
    // JSON.parse gives `any`, and by its specification exactly the values of Json.
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    throw new Error(`${source} does not hold JSON`);
  }
}

export function parseJsonObject(text: string, source: string): JsonObject {
  const value = parseJson(text, source);
  if (!isJsonObject(value)) throw new Error(`${source} does not hold a JSON object`);
  return value;
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value under a path of property names, or undefined where the path ends early. */
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

/** A number; CloudFormation also lets a numeric string stand for one. */
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

/** A scalar as text, the way CloudFormation turns numbers and booleans into strings. */
export function asText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
