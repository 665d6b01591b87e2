import type { Brand } from "../../../../functions/domain/brand.ts";
import type { Pipeline } from "../../../../functions/domain/pipeline.ts";
import type { Run } from "../../../../functions/domain/run.ts";
import { afterRun } from "../../../../functions/domain/seen-items.ts";
import { isoTime, minuteMs } from "../../../../functions/domain/time.ts";
import { executeRun } from "../../../../functions/pipeline/execute-run.ts";
import { fingerprint } from "../../../../functions/pipeline/fingerprint.ts";
import type { SourceItem } from "../../../../functions/pipeline/sources/source.ts";
import { insertRun, leaseRun } from "../../../../functions/table/runs.ts";
import { readSeenItems, seenItemsChange } from "../../../../functions/table/seen-items.ts";
import { commit } from "../../../../functions/table/store/commit.ts";
import type { Table } from "../../../../functions/table/store/table.ts";
import { newId } from "../../table/entities.ts";

/** The first three are on the topic of the examples' pipeline. */
const titles = [
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
    return { id: url, title, url, summary: "In short.", publishedAt, source: "Example", image: null };
  });
  const seen = await readSeenItems(table, run, nowMs);
  const sighted = items.slice(1, 3).map(fingerprint);
  await commit(table, [seenItemsChange(run, seen, afterRun(seen, { sighted, used: new Map() }, nowMs))]);
  await insertRun(table, run, []);
  await leaseRun(table, run, { leaseToken: "t", nowMs, untilMs: nowMs + minuteMs });
  await executeRun(run, { pipeline, brand }, "t", {
    table,
    nowMs: () => nowMs,
    newId,
    fetchSource: () => Promise.resolve(() => items),
    fetchImage: () => Promise.reject(new Error("The items have no images.")),
  });
}
