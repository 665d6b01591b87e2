import type * as z from "zod/mini";
import type { runRoutes } from "../../../functions/contract/routes/runs.ts";
import * as runs from "../../../functions/contract/schemas/run.ts";
import { runStages } from "../../../functions/domain/run.ts";
import { id, pageOf, sent } from "../component.ts";
import { exampleIds, exampleTimes } from "../example-story.ts";
import { notValid, type OperationText, type Tagged } from "../operation-text.ts";
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
      detail: "3 candidates on the pipeline's topics, 1 trend; 2 posted by earlier runs",
    },
    { name: "write", ...started, detail: "1 post" },
    { name: "plan", ...started, detail: "the next posting slots" },
  ],
  error: null,
  createdAt: made,
  startedAt: made,
  finishedAt: made,
};

/** A run as it is when it was just asked for. */
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
  Run: sent(runs.run, "One asynchronous execution of a pipeline.", {
    runId: id("run", "Identifies the run."),
    pipelineId: id("pip", "The pipeline that is run."),
    brandId: id("brd", "The brand of the pipeline."),
    trigger: "Whether a request asked for it (`manual`) or the pipeline's schedule.",
    status: "`queued`, then `running`, then `succeeded` or `failed`.",
    outputs: "The ids of the posts that it made: empty until it has `succeeded`, when they are all there.",
    stages: "What a run does, in this order.",
    error: "Why it has `failed`; else `null`.",
    createdAt,
    startedAt: "When its work began; `null` before.",
    finishedAt: "When it ended; `null` before.",
  }),
  RunStage: sent(runs.runStage, "One stage of a run.", {
    name: "The stage.",
    status: "How far the stage is.",
    startedAt: "When the stage began; `null` before.",
    finishedAt: "When the stage ended; `null` before.",
    detail: "What the stage did, in a few words; `null` while there is nothing to say.",
  }),
  RunPage: pageOf(runs.runs, "runs"),
};

export const runOperations: Tagged<Record<keyof typeof runRoutes, OperationText>> = {
  tag: "Runs",
  description: "A run is one execution of a pipeline. It makes posts.",
  operations: {
    triggerRun: {
      summary: "Run a pipeline now",
      description:
        "Works in every status of the pipeline, whatever its schedule says. The answer does not wait for the run: read it again, or subscribe to `pipeline.run.completed`.",
      success: { text: "The run waits for its turn.", example: exampleQueuedRun },
    },
    listRuns: {
      summary: "List the runs of a pipeline",
      description: "Those on request and those of its schedule.",
      query: createdQuery,
      success: {
        text: "A page of runs.",
        query: { limit: "10", order: "desc", sort: "createdAt" },
        example: { data: [exampleRun], nextCursor: null },
      },
      refused: [
        notValid({ query: { order: "newest" } }, [{ field: "order", reason: "must be one of asc, desc" }]),
      ],
    },
    getRun: {
      summary: "Get a run",
      description: "One run of the organization, with what each of its stages has done.",
      success: { text: "The run.", example: exampleRun },
    },
  },
};
