import type { pipelineRoutes } from "../../routes/pipelines.ts";
import { exampleTimes } from "../examples/ids.ts";
import { examplePipeline } from "../examples/resources.ts";
import { notPossible, notValid, type OperationText, type Tagged } from "../operation-text.ts";

const { name, status, schedule, sources, topics, channels, postsPerRun, generator } = examplePipeline;
const body = { name, status, schedule, sources, topics, channels, postsPerRun, generator };

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
      body,
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
      body: { ...body, status: "paused", postsPerRun: 5 },
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
