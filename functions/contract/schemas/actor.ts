import * as z from "zod/mini";

/** Who has done something. */
export const actor = z.object({
  type: z.enum(["api_key", "review_link", "system"]),
  id: z.nullable(z.string()),
  name: z.string(),
});
