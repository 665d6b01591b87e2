import type { runRoutes } from "../../routes/runs.ts";
import { exampleQueuedRun, exampleRun } from "../examples/resources.ts";
import { notValid, type OperationText, type Tagged } from "../operation-text.ts";
import { createdQuery } from "../parameters.ts";

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
