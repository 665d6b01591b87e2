import * as z from "zod/mini";
import { runStages, runStatuses } from "../../domain/run.ts";
import { failure } from "./failure.ts";
import { createdQuery, page, timestamp } from "./fields.ts";
import { modelUsage } from "./generator.ts";

export const runStage = z.object({
  name: z.enum(runStages),
  status: z.enum(["pending", "running", "succeeded", "failed"]),
  startedAt: z.nullable(timestamp),
  finishedAt: z.nullable(timestamp),
  detail: z.nullable(z.string()),
});

export const run = z.object({
  runId: z.string(),
  pipelineId: z.string(),
  brandId: z.string(),
  trigger: z.enum(["manual", "schedule"]),
  status: z.enum(runStatuses),
  outputs: z.array(z.string()),
  stages: z.array(runStage),
  error: z.nullable(failure),
  createdAt: timestamp,
  startedAt: z.nullable(timestamp),
  finishedAt: z.nullable(timestamp),
  // A run that called no model has none in the table.
  usage: z._default(z.nullable(modelUsage), null),
});

export const runs = page(run);

export const runsQuery = z.object(createdQuery);
