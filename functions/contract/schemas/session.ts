import * as z from "zod/mini";
import { role } from "./api-key.ts";
import { timestamp } from "./fields.ts";

export const session = z.object({
  role,
  organizationId: z.string(),
  expiresAt: z.nullable(timestamp),
});
