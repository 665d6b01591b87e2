import type * as z from "zod/mini";
import type { pipelineRoutes } from "../../../functions/contract/routes/pipelines.ts";
import * as pipelines from "../../../functions/contract/schemas/pipeline.ts";
import { channelNames } from "../../../functions/domain/channel.ts";
import { pipelineStatuses } from "../../../functions/domain/pipeline.ts";
import {
  arraySchema,
  enumSchema,
  id,
  lineText,
  pageSchema,
  requestSchema,
  responseSchema,
} from "../component.ts";
import { exampleIds, exampleTimes } from "../example-story.ts";
import { invalidExample, type OperationText, type Tagged, unprocessableExample } from "../operation-text.ts";
import { createdQuery } from "../parameters.ts";
import { createdAt, updatedAt } from "../shared-components.ts";
import { exampleSources, sourceComponents } from "./sources.ts";

const exampleBody: z.output<typeof pipelines.newPipeline> = {
  name: "Coffee news",
  status: "active",
  schedule: "0 9 * * 1-5",
  sources: exampleSources,
  topics: ["espresso"],
  channels: ["feed"],
  postsPerRun: 3,
  generator: { type: "template" },
};

export const examplePipeline: z.output<typeof pipelines.pipeline> = {
  id: exampleIds.pip,
  brandId: exampleIds.brd,
  ...exampleBody,
  createdAt: exampleTimes.made,
  updatedAt: exampleTimes.made,
};

const fields = {
  name: "The name of the pipeline.",
  status:
    "Only an `active` pipeline runs on its schedule. A pipeline in any status can be run by request. A `draft` can become `active`, an `active` pipeline can become `paused`, and a `paused` one `active`.",
  schedule:
    "When the pipeline runs: a cron expression in the brand's time zone, such as `0 9 * * 1-5`. `null`: it runs only by request.",
  sources: "The sources that the pipeline reads for new items.",
  topics:
    "The topics that the pipeline looks for, each one line of text that is not blank. Without topics, every item matches. Duplicates are removed.",
  channels:
    "The channels that its posts are published to. The brand must have connected them. Duplicates are removed.",
  postsPerRun:
    "The maximum number of posts that a run creates for each channel. Times the number of channels, it is at most 90.",
  generator:
    "The generator that writes the posts. `openai_compatible` needs the brand's model endpoint. What a model does not write, the template writes.",
};

const givenFields = { ...fields, name: lineText(fields.name), schedule: lineText(fields.schedule) };

export const pipelineComponents = {
  Pipeline: responseSchema(
    pipelines.pipeline,
    "A workflow of a brand: it discovers trends, writes posts and publishes them.",
    {
      id: id("pip", "The id of the pipeline."),
      brandId: id("brd", "The brand that the pipeline belongs to."),
      ...fields,
      createdAt,
      updatedAt,
    },
  ),
  PipelineStatus: enumSchema(pipelines.pipelineStatus, "Whether a pipeline runs on its schedule."),
  ...sourceComponents,
  PipelinePage: pageSchema(pipelines.pipelinePage, "pipelines"),
  PipelineList: arraySchema(pipelines.pipelines, "All pipelines of a brand, at most 100."),
  NewPipeline: requestSchema(pipelines.newPipeline, "A new pipeline.", givenFields),
  PipelineChanges: requestSchema(
    pipelines.pipelineChanges,
    "Changes to a pipeline. A field that is not given stays as it is.",
    givenFields,
  ),
};

const noModelEndpoint = unprocessableExample(
  "noModelEndpoint",
  "The brand has no model endpoint, which the generator needs.",
  "The brand has no model endpoint, which the generator openai_compatible needs: set one by PUT /v1/brands/{id}/model-endpoint.",
  { body: { ...exampleBody, generator: { type: "openai_compatible" } } },
);

const notConnected = unprocessableExample(
  "notConnected",
  "The brand has not connected one of the channels.",
  "The brand has not connected the channel webhook: connect it by PUT /v1/brands/{id}/channels/webhook.",
  { body: { ...exampleBody, channels: ["feed", "webhook"] } },
);

export const pipelineOperations: Tagged<Record<keyof typeof pipelineRoutes, OperationText>> = {
  tag: "Pipelines",
  description: "A pipeline is a workflow of a brand: it finds new items, writes posts and publishes them.",
  operations: {
    listPipelines: {
      summary: "List the pipelines of a brand",
      description: "Returns all pipelines at once, as a bare array: a brand has at most 100.",
      success: { text: "The pipelines.", example: [examplePipeline] },
    },
    createPipeline: {
      summary: "Create a pipeline",
      description: "Without a `status`, the new pipeline is a `draft`.",
      body: exampleBody,
      success: { text: "The new pipeline.", example: examplePipeline },
      errors: [
        invalidExample({ body: { name: "Coffee news", sources: [], channels: ["telegraph"] } }, [
          { field: "sources", reason: "must be at least 1 item" },
          { field: "channels[0]", reason: `must be one of ${channelNames.join(", ")}` },
        ]),
        unprocessableExample(
          "brandIsFull",
          "The brand already has 100 pipelines.",
          "A brand can have at most 100 pipelines.",
        ),
        notConnected,
        noModelEndpoint,
      ],
    },
    getPipeline: {
      summary: "Get a pipeline",
      description: "Returns one pipeline of the organization.",
      success: { text: "The pipeline.", example: examplePipeline },
    },
    updatePipeline: {
      summary: "Change a pipeline",
      description:
        "Fields that are not given stay as they are. To activate or pause the pipeline, set its `status` to `active` or `paused`.",
      body: { ...exampleBody, status: "paused", postsPerRun: 5 },
      success: {
        text: "The changed pipeline.",
        example: {
          ...examplePipeline,
          status: "paused",
          postsPerRun: 5,
          updatedAt: exampleTimes.changed,
        },
      },
      errors: [
        invalidExample({ body: { schedule: "every day" } }, [
          {
            field: "schedule",
            reason: "must be a cron expression of five parts, such as 0 9 * * 1-5",
          },
        ]),
        unprocessableExample(
          "notADraftAgain",
          "A pipeline cannot become a draft again.",
          "A pipeline in status active cannot become a draft again: only a new pipeline can be one.",
          { body: { status: "draft" } },
        ),
        { ...notConnected, request: { body: { channels: ["webhook"] } } },
        { ...noModelEndpoint, request: { body: { generator: { type: "openai_compatible" } } } },
      ],
    },
    deletePipeline: {
      summary: "Delete a pipeline",
      description: "The runs and posts of the pipeline are not deleted.",
      success: { text: "The pipeline is deleted." },
    },
    listOrganizationPipelines: {
      summary: "List pipelines",
      description: "Returns the pipelines of all brands of the organization.",
      query: ["PipelineBrand", "PipelineStatus", ...createdQuery],
      success: {
        text: "A page of pipelines.",
        query: { brandId: exampleIds.brd, status: "active", limit: "10" },
        example: { data: [examplePipeline], nextCursor: null },
      },
      errors: [
        invalidExample({ query: { status: "done" } }, [
          {
            field: "status",
            reason: `must be one or more of ${pipelineStatuses.join(", ")}, separated by commas`,
          },
        ]),
      ],
    },
  },
};
