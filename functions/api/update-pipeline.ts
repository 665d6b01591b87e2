import { pipelineRoutes } from "../contract/routes/pipelines.ts";
import { notFound } from "../domain/errors.ts";
import { changePipeline } from "../domain/pipeline.ts";
import { planned } from "../pipeline/next-tick.ts";
import { pipelineProblems } from "../pipeline/pipeline-problems.ts";
import { endpoint } from "../platform/endpoint.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { readPipeline, replacePipeline } from "../table/pipelines.ts";
import { raced, untilUnraced } from "../table/races.ts";

export const handler = endpoint(
  pipelineRoutes.updatePipeline,
  async ({ caller, id, body }, { table, nowMs }) =>
    untilUnraced(async () => {
      const known = await readPipeline(table, caller.organizationId, id);
      if (known === null) throw notFound("pipeline");
      if (Object.keys(body).length === 0) return known;
      const now = nowMs();
      const changed = changePipeline(known, body, now);
      // What is planned stays as it is unless something of it changes: a schedule that is said again is none.
      const isSame = changed.schedule === known.schedule && changed.status === known.status;
      const pipeline = isSame ? changed : await planned(changed, table, now);
      return (await replacePipeline(table, known, pipeline)) ? pipeline : raced;
    }),
  { alsoCheck: (body) => pipelineProblems(body, { allowLoopback: allowsLoopback() }) },
);
