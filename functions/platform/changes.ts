import type * as z from "zod/mini";
import type { Route } from "../contract/route.ts";
import { shapeOf } from "../contract/schemas/shape.ts";
import type { FieldProblem } from "../domain/errors.ts";

/**
 * Finds a PATCH whose body has fields of which none can be changed. It would change nothing, and the client would not
 * notice. An empty body is no problem.
 */
export function unchangeableProblems({ method, body: schema }: Route, body: unknown): FieldProblem[] {
  return method === "PATCH" ? problemsIn(schema, body, "body") : [];
}

function problemsIn(schema: z.core.$ZodType | undefined, value: unknown, at: string): FieldProblem[] {
  const shape = shapeOf(schema);
  const changeable = Object.keys(shape);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (changeable.length === 0 || !isObject) return [];
  const fields = Object.entries(value);
  if (fields.length === 0) return [];
  const known = fields.filter(([name]) => Object.hasOwn(shape, name));
  if (known.length === 0) {
    const reason = `has no field that can be changed: the fields that can be are ${changeable.join(", ")}`;
    return [{ field: at, reason }];
  }
  const below = known.map(([name, field]) => problemsIn(shape[name], field, name));
  return below.every((problems) => problems.length > 0) ? below.flat() : [];
}
