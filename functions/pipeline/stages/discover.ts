import type { FeedSource } from "../../domain/pipeline.ts";
import { pluralize } from "../../domain/pluralize.ts";
import { redactUrl } from "../../http/redact-url.ts";
import { RunFailed } from "../run-failed.ts";
import { type FetchSource, type ParseItems, SourceError, type SourceItem } from "../sources/source.ts";

/** With 5 MiB each, decompressed, in a function of 512 MiB that also holds the largest parsed document (some 150 MiB). */
const fetchedAtOnceMax = 4;
/**
 * After this time no further source is fetched, so that a run ends within its function's 120 s: the last sources may take
 * 15 s to fetch and 4 times 5 s to parse. Twenty sources that never respond are done before it.
 */
const startsWithinMs = 60_000;

interface Read {
  items: readonly SourceItem[];
  problem: string | null;
}

/**
 * Reads all sources of a pipeline, a few at a time. Parses the fetched ones when no other is being fetched: the time limit of
 * a source measures the source. A source that cannot be read is left out and named in the detail. If none can be read, the
 * run fails.
 */
export async function discover(
  sources: readonly FeedSource[],
  fetchSource: FetchSource,
): Promise<{ items: SourceItem[]; detail: string }> {
  const startedAtMs = performance.now();
  const read: Read[] = [];
  for (let start = 0; start < sources.length; start += fetchedAtOnceMax) {
    const some = sources.slice(start, start + fetchedAtOnceMax);
    const isLate = performance.now() - startedAtMs > startsWithinMs;
    read.push(...(isLate ? some.map(skipped) : await readSome(some, fetchSource)));
  }
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

async function readSome(sources: readonly FeedSource[], fetchSource: FetchSource): Promise<Read[]> {
  const fetched = await Promise.all(
    sources.map((source) =>
      fetchSource(source).catch((error: unknown): ParseItems => {
        return () => {
          throw error;
        };
      }),
    ),
  );
  return fetched.map(parsed);
}

function parsed(parse: ParseItems): Read {
  try {
    return { items: parse(), problem: null };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { items: [], problem: error.message };
  }
}

function skipped({ url }: FeedSource): Read {
  return { items: [], problem: `${redactUrl(url)} was not read: the sources before it took too long` };
}
