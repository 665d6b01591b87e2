import * as z from "zod/mini";
import { channelNames } from "../../domain/channel.ts";
import { pipelineStatuses } from "../../domain/pipeline.ts";
import { line, timestamp, unique, webUrl } from "./fields.ts";

const source = z.object({ type: z.literal("feed"), url: webUrl });
const generator = z.object({ type: z.literal("template") });

export const pipeline = z.object({
  id: z.string(),
  brandId: z.string(),
  name: z.string(),
  status: z.enum(pipelineStatuses),
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

const given = {
  name: line(120),
  status: z.enum(pipelineStatuses),
  schedule: z.nullable(line(100)),
  sources: z.array(source).check(z.minLength(1), z.maxLength(20)),
  topics: unique(line(80), 0, 50),
  channels: unique(z.enum(channelNames), 1, 10),
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
