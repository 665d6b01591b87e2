import type { Brand } from "../../../../functions/domain/brand.ts";
import type { Pipeline } from "../../../../functions/domain/pipeline.ts";
import { afterSighting } from "../../../../functions/domain/posted-stories.ts";
import type { Run } from "../../../../functions/domain/run.ts";
import { isoTime, minuteMs } from "../../../../functions/domain/time.ts";
import { executeRun } from "../../../../functions/pipeline/execute-run.ts";
import { fingerprint } from "../../../../functions/pipeline/fingerprint.ts";
import { generateFromTemplate } from "../../../../functions/pipeline/generators/template.ts";
import type { SourceItem } from "../../../../functions/pipeline/sources/source.ts";
import { postedStoriesChange, readPostedStories } from "../../../../functions/table/posted-stories.ts";
import { insertRun, leaseRun } from "../../../../functions/table/runs.ts";
import { commit } from "../../../../functions/table/store/commit.ts";
import type { Table } from "../../../../functions/table/store/table.ts";
import { fetchNoImage } from "../../pipeline/fetch-image.ts";
import { newId } from "../../table/entities.ts";

/** The first three are on the topic of the examples' pipeline. */
export const titles = [
  "How long should an espresso take?",
  "Champions of milk and espresso meet in Trieste",
  "Why grinders matter more than machines for an espresso",
  ...Array.from({ length: 9 }, (_, index) => `Harvest report ${index + 1} from the highlands`),
];

/** Executes a run as a worker does. It finds 12 items; earlier runs have posted two of the three on the topic. */
export async function executed(
  table: Table,
  run: Run,
  { pipeline, brand, nowMs }: { pipeline: Pipeline; brand: Brand; nowMs: number },
): Promise<void> {
  const items = titles.map((title, index): SourceItem => {
    const url = `https://example.com/${index}`;
    const publishedAt = isoTime(nowMs - index * minuteMs);
    const common = { summary: "In short.", publishedAt, source: "Example", image: null, engagement: null };
    return { id: url, title, url, ...common };
  });
  const before = await readPostedStories(table, run);
  const sighted = items.slice(1, 3).map(fingerprint);
  await commit(table, [postedStoriesChange(run, before, afterSighting(before, sighted, nowMs), nowMs)]);
  await insertRun(table, run, []);
  await leaseRun(table, run, { leaseToken: "t", nowMs, untilMs: nowMs + minuteMs });
  await executeRun(run, { pipeline, brand }, "t", {
    table,
    nowMs: () => nowMs,
    newId,
    fetchSource: () => Promise.resolve({ parse: () => items }),
    generate: generateFromTemplate,
    fetchImage: fetchNoImage,
  });
}
