import type * as z from "zod/mini";
import type { pipelineRoutes } from "../../../functions/contract/routes/pipelines.ts";
import * as pipelines from "../../../functions/contract/schemas/pipeline.ts";
import { id, lineText, listOf, sent, shared, taken, valuesOf } from "../component.ts";
import { exampleIds, exampleTimes } from "../example-story.ts";
import { notPossible, notValid, type OperationText, type Tagged } from "../operation-text.ts";
import { createdAt, updatedAt } from "../shared-components.ts";

const exampleBody: z.output<typeof pipelines.newPipeline> = {
  name: "Coffee news",
  status: "active",
  schedule: "0 9 * * 1-5",
  sources: [{ type: "feed", url: "https://example.com/news.xml" }],
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
  name: "What the pipeline is called.",
  status:
    "Only an `active` pipeline runs on its schedule; each can be run on request. `draft` leads to `active`, `active` and `paused` to each other.",
  schedule:
    "When it runs: a cron expression in the brand's time zone, such as `0 9 * * 1-5`. `null`: only on request.",
  sources: "Where it looks for what is new.",
  topics:
    "What it looks for, each a line of text that is not blank. Without any, everything counts. Duplicates collapse.",
  channels: "The channels that its posts go to. Duplicates collapse.",
  postsPerRun: "How many posts a run makes at most, for each channel.",
  generator: "What writes the posts.",
};

const givenFields = { ...fields, name: lineText(fields.name), schedule: lineText(fields.schedule) };

export const pipelineComponents = {
  Pipeline: sent(
    pipelines.pipeline,
    "A workflow of a brand, from the discovery of trends to published posts.",
    {
      id: id("pip", "Identifies the pipeline."),
      brandId: id("brd", "The brand that it works for."),
      ...fields,
      createdAt,
      updatedAt,
    },
  ),
  PipelineStatus: valuesOf(pipelines.pipelineStatus, "Whether a pipeline follows its schedule."),
  Source: shared(pipelines.source, "Where a pipeline looks for what is new.", {
    type: "The kind of source: a feed in RSS, Atom, RDF or JSON Feed.",
    url: "An http or https URL of a public address, of at most 2,048 characters.",
  }),
  Generator: shared(pipelines.generator, "What writes a pipeline's posts.", { type: "The kind of writer." }),
  PipelineList: listOf(pipelines.pipelines, "All pipelines of a brand: at most 100."),
  NewPipeline: taken(pipelines.newPipeline, "A pipeline to be made.", givenFields),
  PipelineChanges: taken(
    pipelines.pipelineChanges,
    "What is to change of a pipeline; a field not given stays as it is.",
    givenFields,
  ),
};

export const pipelineOperations: Tagged<Record<keyof typeof pipelineRoutes, OperationText>> = {
  tag: "Pipelines",
  description: "A pipeline is a workflow of a brand: it finds what is new, writes posts and publishes them.",
  operations: {
    listPipelines: {
      summary: "List the pipelines of a brand",
      description: "All of them at once, as a bare array: a brand holds at most 100.",
      success: { text: "The pipelines.", example: [examplePipeline] },
    },
    createPipeline: {
      summary: "Create a pipeline",
      description: "It is a `draft` unless its status is given.",
      body: exampleBody,
      success: { text: "The new pipeline.", example: examplePipeline },
      refused: [
        notValid({ body: { name: "Coffee news", sources: [], channels: ["telegraph"] } }, [
          { field: "sources", reason: "must be at least 1 item" },
          { field: "channels[0]", reason: "must be one of feed" },
        ]),
        notPossible(
          "brandIsFull",
          "The brand holds 100 pipelines already.",
          "A brand holds at most 100 pipelines.",
        ),
      ],
    },
    getPipeline: {
      summary: "Get a pipeline",
      description: "One pipeline of the organization.",
      success: { text: "The pipeline.", example: examplePipeline },
    },
    updatePipeline: {
      summary: "Change a pipeline",
      description:
        "Fields that are not given stay as they are. Setting `status` to `active` or `paused` is how it is activated and paused.",
      body: { ...exampleBody, status: "paused", postsPerRun: 5 },
      success: {
        text: "The pipeline as it is now.",
        example: {
          ...examplePipeline,
          status: "paused",
          postsPerRun: 5,
          updatedAt: exampleTimes.changed,
        },
      },
      refused: [
        notValid({ body: { schedule: "every day" } }, [
          {
            field: "schedule",
            reason: "must be a cron expression of five parts, such as 0 9 * * 1-5",
          },
        ]),
        notPossible(
          "notADraftAgain",
          "Nothing becomes a draft again.",
          "A pipeline in status active cannot become a draft again: it can be paused.",
          { body: { status: "draft" } },
        ),
      ],
    },
    deletePipeline: {
      summary: "Delete a pipeline",
      description: "Its runs and posts stay.",
      success: { text: "It is deleted." },
    },
  },
};
