import * as z from "zod/mini";
import { roles } from "../../domain/keyring.ts";
import { timestamp } from "./fields.ts";

export const session = z.object({
  role: z.enum(roles),
  organizationId: z.string(),
  expiresAt: z.nullable(timestamp),
});
