import * as z from "zod/mini";
import { line, timestamp } from "./fields.ts";

export const organization = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const organizationChanges = z.object({ name: z.optional(line(120)) });
