import * as z from "zod/mini";
import { pipelineStatuses } from "../../domain/pipeline.ts";
import { channel } from "./channel.ts";
import { commaSeparated, createdQuery, givenId, line, page, timestamp, unique } from "./fields.ts";
import { generator } from "./generator.ts";
import { source } from "./source.ts";

export const pipelineStatus = z.enum(pipelineStatuses);

export const pipeline = z.object({
  id: z.string(),
  brandId: z.string(),
  name: z.string(),
  status: pipelineStatus,
  schedule: z.nullable(z.string()),
  sources: z.array(source),
  topics: z.array(z.string()),
  channels: z.array(z.string()),
  postsPerRun: z.int(),
  generator,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const pipelines = z.array(pipeline);

export const pipelinePage = page(pipeline);

export const organizationPipelinesQuery = z.object({
  brandId: z.optional(givenId),
  status: z.optional(commaSeparated(pipelineStatuses)),
  ...createdQuery,
});

const given = {
  name: line(120),
  status: pipelineStatus,
  schedule: z.nullable(line(100)),
  sources: z.array(source).check(z.minLength(1), z.maxLength(20)),
  topics: unique(line(80), 0, 50),
  channels: unique(channel, 1, 10),
  postsPerRun: z.int().check(z.minimum(1), z.maximum(50)),
  generator,
};

export const newPipeline = z.object({
  ...given,
  status: z._default(given.status, "draft"),
  schedule: z._default(given.schedule, null),
  topics: z._default(given.topics, []),
  postsPerRun: z._default(given.postsPerRun, 5),
  generator: z._default(generator, { type: "template" }),
});

export const pipelineChanges = z.partial(z.object(given));
