import type { Channel, NewPipeline, Pipeline, PipelineChanges } from "../../../../client/api.ts";
import { isChannel } from "../../content/channels.ts";
import { type GeneratorDraft, generatorDraftOf, generatorOf, templateDraft } from "./generator-draft.ts";
import { cronOf, emptySchedule, type ScheduleDraft, scheduleDraftOf } from "./schedule-draft.ts";
import { type SourceDraft, sourceDraftOf, sourceOf } from "./source-types.ts";

/** A pipeline in a form, as it is typed. */
export interface PipelineDraft {
  name: string;
  sources: readonly SourceDraft[];
  /** One topic per line. */
  topics: string;
  channels: readonly Channel[];
  postsPerRun: string;
  schedule: ScheduleDraft;
  generator: GeneratorDraft;
}

export const newDraft: PipelineDraft = {
  name: "",
  sources: [{ key: 0, type: "feed", fields: {} }],
  topics: "",
  channels: ["feed"],
  postsPerRun: "5",
  schedule: { ...emptySchedule, kind: "weekdays" },
  generator: templateDraft,
};

export function draftOf(pipeline: Pipeline): PipelineDraft {
  return {
    name: pipeline.name,
    sources: pipeline.sources.map(sourceDraftOf),
    topics: pipeline.topics.join("\n"),
    channels: pipeline.channels.filter(isChannel),
    postsPerRun: String(pipeline.postsPerRun),
    schedule: scheduleDraftOf(pipeline.schedule),
    generator: generatorDraftOf(pipeline.generator),
  };
}

/** The fields of a pipeline that a form sets. */
type Given = Required<Omit<NewPipeline, "status">>;

export function givenIn(draft: PipelineDraft): Given {
  return {
    name: draft.name.trim(),
    sources: draft.sources.map(sourceOf),
    topics: topicsIn(draft.topics),
    channels: [...draft.channels],
    postsPerRun: Number(draft.postsPerRun),
    schedule: cronOf(draft.schedule),
    generator: generatorOf(draft.generator),
  };
}

const topicsIn = (text: string) => [
  ...new Set(
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  ),
];

/** What someone has changed in the draft of a pipeline. Only this is sent, so that changes of others stay. */
export function changesIn(draft: PipelineDraft, known: Pipeline): PipelineChanges {
  const before = givenIn(draftOf(known));
  const after = givenIn(draft);
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(value, Reflect.get(before, name))),
  );
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What each field that can change is called on the screen. */
const fieldWords: Record<keyof PipelineChanges, string> = {
  name: "name",
  status: "status",
  schedule: "schedule",
  sources: "sources",
  topics: "topics",
  channels: "channels",
  postsPerRun: "posts per run",
  generator: "generator",
};

/** What a field that the API has rejected is called on the screen: "source 2" for `sources[1].url`. */
export function fieldInWords(path: string): string {
  const index = /^sources\[(\d+)\]/.exec(path)?.[1];
  if (index !== undefined) return `source ${Number(index) + 1}`;
  const name = /^\w+/.exec(path)?.[0] ?? "";
  return Object.entries(fieldWords).find(([one]) => one === name)?.[1] ?? path;
}

/** The fields in which two versions of a pipeline differ, in words. */
export function differencesOf(one: Pipeline, other: Pipeline): string[] {
  const differs = (name: string) => !isSame(Reflect.get(one, name), Reflect.get(other, name));
  return Object.entries(fieldWords).flatMap(([name, words]) => (differs(name) ? [words] : []));
}

/** A run stores all its posts in one write, which limits their number to this. */
export const postsOfRunMax = 90;

/** How many posts a run makes at most. */
export function postsOfRun({
  postsPerRun,
  channels,
}: Pick<PipelineDraft, "postsPerRun" | "channels">): number {
  return Number(postsPerRun) * channels.length;
}
