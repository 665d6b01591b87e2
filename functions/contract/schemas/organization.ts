import * as z from "zod/mini";
import { line, timestamp } from "./fields.ts";

export const organization = z.object({
  id: z.string(),
  name: z.string(),
  limits: z.object({
    requestsPerMinute: z.int(),
    runsAtOnce: z.int(),
    brands: z.int(),
    pipelinesPerBrand: z.int(),
    subscriptions: z.int(),
    bulkReplaysAtOnce: z.int(),
  }),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const organizationChanges = z.object({ name: z.optional(line(120)) });
