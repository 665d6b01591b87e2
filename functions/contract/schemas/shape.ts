import * as z from "zod/mini";

/** The fields of an object's schema, by name. Without a schema, or for a schema of another type, there are none. */
export function shapeOf(schema: z.core.$ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> {
  const inner = innerOf(schema);
  return inner instanceof z.ZodMiniObject ? inner.shape : {};
}

/** Unwraps a schema that is optional, nullable or has a default. */
export function innerOf(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  const isWrapped =
    schema instanceof z.ZodMiniOptional ||
    schema instanceof z.ZodMiniNullable ||
    schema instanceof z.ZodMiniDefault;
  return isWrapped ? innerOf(schema._zod.def.innerType) : schema;
}
