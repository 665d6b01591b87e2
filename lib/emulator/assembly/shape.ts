import { isJsonObject, type Json, type JsonObject } from "../json.ts";

/**
 * What the emulator does with a property and everything in it:
 * `honoured` — it does what the property says; `no local meaning` — nothing on one machine depends on the property.
 * An object lists the properties inside; `*` stands for any other name. A list is checked element by element. A property
 * that is not listed is an error.
 */
export type Shape = "honoured" | "no local meaning" | { readonly [property: string]: Shape };

export const yes = "honoured";
export const moot = "no local meaning";

/** Throws an Error that names the first property of `properties` that `shape` does not list. */
export function checkShape(properties: JsonObject, shape: Shape, where: string, path = ""): void {
  if (typeof shape === "string") return;
  for (const [name, value] of Object.entries(properties)) {
    const below = Object.hasOwn(shape, name) ? shape[name] : shape["*"];
    if (below === undefined)
      throw new Error(`${where}: the emulator does not know the property ${path}${name}`);
    for (const item of items(value))
      if (isJsonObject(item)) checkShape(item, below, where, `${path}${name}.`);
  }
}

function items(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [value];
}
