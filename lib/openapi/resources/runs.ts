import type * as z from "zod/mini";
import type { runRoutes } from "../../../functions/contract/routes/runs.ts";
import * as runs from "../../../functions/contract/schemas/run.ts";
import { runStages } from "../../../functions/domain/run.ts";
import { id, pageSchema, responseSchema } from "../component.ts";
import { exampleIds, exampleTimes } from "../example-story.ts";
import { invalidExample, type OperationText, type Tagged } from "../operation-text.ts";
import { createdQuery } from "../parameters.ts";
import { createdAt } from "../shared-components.ts";

const { made } = exampleTimes;
const started = { status: "succeeded" as const, startedAt: made, finishedAt: made };

const exampleRun: z.output<typeof runs.run> = {
  runId: exampleIds.run,
  pipelineId: exampleIds.pip,
  brandId: exampleIds.brd,
  trigger: "manual",
  status: "succeeded",
  outputs: [exampleIds.pst],
  stages: [
    { name: "discover", ...started, detail: "12 items of 1 source" },
    {
      name: "rank",
      ...started,
      detail: "3 candidates on the pipeline's topics, 0 trends; 2 posted by earlier runs",
    },
    { name: "write", ...started, detail: "1 post" },
    { name: "plan", ...started, detail: "the next posting slots" },
  ],
  error: null,
  createdAt: made,
  startedAt: made,
  finishedAt: made,
};

/** The run directly after it was triggered. */
const exampleQueuedRun: z.output<typeof runs.run> = {
  ...exampleRun,
  status: "queued",
  outputs: [],
  stages: runStages.map((name) => ({
    name,
    status: "pending",
    startedAt: null,
    finishedAt: null,
    detail: null,
  })),
  startedAt: null,
  finishedAt: null,
};

export const runComponents = {
  Run: responseSchema(runs.run, "One asynchronous execution of a pipeline.", {
    runId: id("run", "The id of the run."),
    pipelineId: id("pip", "The pipeline of the run."),
    brandId: id("brd", "The brand of the pipeline."),
    trigger: "`manual`: a request started the run. `schedule`: the pipeline's schedule started it.",
    status: "First `queued`, then `running`, then `succeeded` or `failed`.",
    outputs:
      "The ids of the posts that the run created. Empty until the run has `succeeded`, complete from then on.",
    stages: "The stages of the run, in order. Empty 90 days after the end of the run.",
    error: "Why the run has `failed`; otherwise `null`.",
    createdAt,
    startedAt: "When the run started; `null` before that.",
    finishedAt: "When the run ended; `null` before that.",
  }),
  RunStage: responseSchema(runs.runStage, "One stage of a run.", {
    name: "The name of the stage.",
    status: "The status of the stage.",
    startedAt: "When the stage started; `null` before that.",
    finishedAt: "When the stage ended; `null` before that.",
    detail: "A short summary of what the stage did; `null` while there is none.",
  }),
  RunPage: pageSchema(runs.runs, "runs"),
};

export const runOperations: Tagged<Record<keyof typeof runRoutes, OperationText>> = {
  tag: "Runs",
  description: "A run is one execution of a pipeline. It creates posts.",
  operations: {
    triggerRun: {
      summary: "Run a pipeline now",
      description:
        "Works in every status of the pipeline, and independently of its schedule. The response does not wait for the run to end: read the run again later, or subscribe to `pipeline.run.completed`.",
      success: { text: "The run is queued.", example: exampleQueuedRun },
    },
    listRuns: {
      summary: "List the runs of a pipeline",
      description: "Returns the runs started by request and the runs started by the schedule.",
      query: createdQuery,
      success: {
        text: "A page of runs.",
        query: { limit: "10", order: "desc", sort: "createdAt" },
        example: { data: [exampleRun], nextCursor: null },
      },
      errors: [
        invalidExample({ query: { order: "newest" } }, [
          { field: "order", reason: "must be one of asc, desc" },
        ]),
      ],
    },
    getRun: {
      summary: "Get a run",
      description: "Returns one run of the organization, with a summary of each stage.",
      success: { text: "The run.", example: exampleRun },
    },
  },
};
