import * as z from "zod/mini";
import { timestamp } from "./fields.ts";

export const runAnalytics = z.object({
  runId: z.string(),
  status: z.enum(["pending", "partial", "ready"]),
  reach: z.nullable(z.number()),
  engagementRate: z.nullable(z.number()),
  clicks: z.nullable(z.number()),
  estimatedRoi: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  posts: z.int(),
  availableAt: z.nullable(timestamp),
  updatedAt: z.nullable(timestamp),
});
