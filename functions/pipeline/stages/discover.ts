import type { FeedSource } from "../../domain/pipeline.ts";
import { pluralize } from "../../domain/pluralize.ts";
import { RunFailed } from "../run-failed.ts";
import { type ReadSource, SourceError, type SourceItem } from "../sources/source.ts";

/**
 * Reads all sources of a pipeline concurrently. A source that cannot be read is left out and named in the detail. If none
 * can be read, the run fails.
 */
export async function discover(
  sources: readonly FeedSource[],
  readSource: ReadSource,
): Promise<{ items: SourceItem[]; detail: string }> {
  const read = await Promise.all(
    sources.map(async (source) => {
      try {
        return { items: await readSource(source), problem: null };
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        return { items: [], problem: error.message };
      }
    }),
  );
  const problems = read.map(({ problem }) => problem).filter((problem) => problem !== null);
  if (problems.length === sources.length) {
    throw new RunFailed(
      "sources_unreadable",
      `No source could be read: ${problems.join("; ")}`.slice(0, 2_000),
    );
  }
  const items = read.flatMap((one) => one.items);
  const summary = `${pluralize(items.length, "item")} of ${pluralize(sources.length - problems.length, "source")}`;
  return { items, detail: [summary, ...problems].join("; ").slice(0, 2_000) };
}
