import type * as z from "zod/mini";
import type { runRoutes } from "../../../functions/contract/routes/runs.ts";
import * as runs from "../../../functions/contract/schemas/run.ts";
import { pendingStages, runStatuses } from "../../../functions/domain/run.ts";
import { enumSchema, id, pageSchema, responseSchema } from "../component.ts";
import { exampleIds, exampleTimes } from "../example-story.ts";
import { invalidExample, type OperationText, type Tagged, unprocessableExample } from "../operation-text.ts";
import { createdQuery } from "../parameters.ts";
import { createdAt } from "../shared-components.ts";
import { examplePost } from "./posts.ts";

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
    { name: "discover", ...started, detail: "84 items of 7 sources" },
    {
      name: "rank",
      ...started,
      detail: "3 candidates on the pipeline's topics, 0 trends; 2 posted before",
    },
    { name: "write", ...started, detail: "1 post" },
    { name: "plan", ...started, detail: "the next free posting slots" },
  ],
  error: null,
  createdAt: made,
  startedAt: made,
  finishedAt: made,
  usage: null,
};

/** The run directly after it was triggered. */
const exampleQueuedRun: z.output<typeof runs.run> = {
  ...exampleRun,
  status: "queued",
  outputs: [],
  stages: pendingStages(),
  startedAt: null,
  finishedAt: null,
};

/** The details of stages that a preview describes in another way than the example run. */
const previewDetails: Partial<Record<string, string>> = {
  discover: "12 items of 1 source",
  rank: "3 candidates on the pipeline's topics; 2 posted before",
};

/** The run after a client has cancelled it in the queue. */
const exampleCancelledRun: z.output<typeof runs.run> = {
  ...exampleQueuedRun,
  status: "failed",
  error: { code: "cancelled", message: "The run was cancelled." },
  finishedAt: made,
};

const { channel, content, length, limit, status, scheduledAt } = examplePost;
const examplePreviewedPost: z.output<typeof runs.previewedPost> = {
  channel,
  content: { ...content, hashtags: ["Coffee", "Espresso"] },
  length,
  limit,
  status,
  scheduledAt,
  reason: {
    text: "Matches the topic espresso; reported by one source; less than an hour old.",
    score: 0.7,
    terms: { relevance: 0.7, freshness: 1, corroboration: 0, repetition: 0 },
    trend: null,
  },
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
    usage:
      "What the calls of the pipeline's model used. `null` if its generator is no model, and before the run has `succeeded`.",
  }),
  RunStage: responseSchema(runs.runStage, "One stage of a run.", {
    name: "The name of the stage.",
    status: "The status of the stage.",
    startedAt: "When the stage started; `null` before that.",
    finishedAt: "When the stage ended; `null` before that.",
    detail: "A short summary of what the stage did; `null` while there is none.",
  }),
  RunStatus: enumSchema(runs.runStatus, "Whether a run waits, works or has ended."),
  RunPage: pageSchema(runs.runs, "runs"),
  RunPreview: responseSchema(runs.runPreview, "What a run of a pipeline would do now.", {
    posts: "The posts that it would create. Nothing is stored.",
    stages: "The stages of the run, in order. Their details name the sources that were left out.",
    error: "Why the run would fail; `null` if it would succeed.",
  }),
  PreviewedPost: responseSchema(runs.previewedPost, "A post that a run would create. It has no id.", {
    channel: "The channel that it would be published to.",
    content: "What it would say.",
    length: "The length of its text, counted as its channel counts.",
    limit: "The maximum length of its text, counted as its channel counts.",
    status: "`pending` if the brand approves posts by hand, else `scheduled`.",
    scheduledAt: "When it would be published, if nobody changes it.",
    reason: "Why the run would choose its story.",
  }),
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
    listOrganizationRuns: {
      summary: "List runs",
      description:
        "Returns the runs of all pipelines of the organization, also of deleted ones. With `status` a page can have fewer runs than `limit`, or none, although more follow: continue until `nextCursor` is `null`.",
      query: ["RunBrand", "RunPipeline", "RunStatus", ...createdQuery],
      success: {
        text: "A page of runs.",
        query: { brandId: exampleIds.brd, status: "succeeded", limit: "10" },
        example: { data: [exampleRun], nextCursor: null },
      },
      errors: [
        invalidExample({ query: { status: "done" } }, [
          {
            field: "status",
            reason: `must be one or more of ${runStatuses.join(", ")}, separated by commas`,
          },
        ]),
      ],
    },
    cancelRun: {
      summary: "Cancel a run",
      description:
        "The run becomes `failed` with the error `cancelled`, and creates no posts. Sends the event `pipeline.run.completed`. A run that has ended cannot be cancelled. The trends that the run has already found stay.",
      success: { text: "The cancelled run.", example: exampleCancelledRun },
      errors: [
        unprocessableExample(
          "ended",
          "The run has ended.",
          "A run in status succeeded cannot be cancelled: it must be queued or running.",
        ),
      ],
    },
    previewRun: {
      summary: "Preview a run",
      description:
        "Reads the sources, writes and plans as a run would now, and returns the posts. Stores nothing and sends no event. It reads sources for three seconds only: those that have not responded by then are left out. It asks no model: the template writes the posts. It counts as one of the organization's runs at once: if the organization already has as many as it may, the response is 429.",
      success: {
        text: "What a run would do now.",
        example: {
          posts: [examplePreviewedPost],
          stages: exampleRun.stages.map((stage) => ({
            ...stage,
            detail: previewDetails[stage.name] ?? stage.detail,
          })),
          error: null,
        },
      },
    },
  },
};
