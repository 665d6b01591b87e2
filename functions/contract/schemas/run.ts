import * as z from "zod/mini";
import { runStages, runStatuses } from "../../domain/run.ts";
import { failure } from "./failure.ts";
import { commaSeparated, createdQuery, givenId, page, timestamp } from "./fields.ts";
import { modelUsage } from "./generator.ts";
import { post } from "./post.ts";

export const runStatus = z.enum(runStatuses);

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
  status: runStatus,
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

export const organizationRunsQuery = z.object({
  brandId: z.optional(givenId),
  pipelineId: z.optional(givenId),
  status: z.optional(commaSeparated(runStatuses)),
  ...createdQuery,
});

/** A post that a run would make now: it has no id. */
export const previewedPost = z.pick(post, {
  channel: true,
  content: true,
  length: true,
  limit: true,
  status: true,
  scheduledAt: true,
  reason: true,
});

export const runPreview = z.object({
  posts: z.array(previewedPost),
  stages: z.array(runStage),
  error: z.nullable(failure),
});
