import * as z from "zod/mini";
import type { ErrorCode } from "../../domain/errors.ts";

const codes = [
  "validation_error",
  "unauthorized",
  "forbidden",
  "not_found",
  "unprocessable",
  "rate_limited",
  "internal_error",
] as const satisfies readonly ErrorCode[];

/** The body of every error (specification, section 7). */
export const error = z.object({
  error: z.object({
    code: z.enum(codes),
    message: z.string(),
    fields: z.optional(z.array(z.object({ field: z.string(), reason: z.string() }))),
  }),
});
