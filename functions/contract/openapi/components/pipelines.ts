import * as pipelines from "../../schemas/pipeline.ts";
import { id, lineText, listOf, sent, shared, taken, valuesOf } from "../texts.ts";
import { createdAt, updatedAt } from "./shared.ts";

const name = "What the pipeline is called.";
const status =
  "Only an `active` pipeline runs on its schedule; each can be run on request. `draft` leads to `active`, `active` and `paused` to each other.";
const schedule =
  "When it runs: a cron expression in the brand's time zone, such as `0 9 * * 1-5`. `null`: only on request.";
const sources = "Where it looks for what is new.";
const topics =
  "What it looks for, each a line of text that is not blank. Without any, everything counts. Duplicates collapse.";
const channels = "The channels that its posts go to. Duplicates collapse.";
const postsPerRun = "How many posts a run makes at most, for each channel.";
const generator = "What writes the posts.";

export const pipelineComponents = {
  Pipeline: sent(
    pipelines.pipeline,
    "A workflow of a brand, from the discovery of trends to published posts.",
    {
      id: id("pip", "Identifies the pipeline."),
      brandId: id("brd", "The brand that it works for."),
      name,
      status,
      schedule,
      sources,
      topics,
      channels,
      postsPerRun,
      generator,
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
  NewPipeline: taken(pipelines.newPipeline, "A pipeline to be made.", {
    name: lineText(name),
    status,
    schedule: lineText(schedule),
    sources,
    topics,
    channels,
    postsPerRun,
    generator,
  }),
  PipelineChanges: taken(
    pipelines.pipelineChanges,
    "What is to change of a pipeline; a field not given stays as it is.",
    {
      name: lineText(name),
      status,
      schedule: lineText(schedule),
      sources,
      topics,
      channels,
      postsPerRun,
      generator,
    },
  ),
};
