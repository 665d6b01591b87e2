import { pluralize } from "../../domain/pluralize.ts";
import type { Source } from "../../domain/source.ts";
import { RunFailed } from "../run-failed.ts";
import { hostOf, requestOf } from "../sources/requests.ts";
import { type FetchedSource, type FetchSource, SourceError, type SourceItem } from "../sources/source.ts";

/** With 5 MiB each, decompressed, in a function of 512 MiB that also holds the largest parsed document (some 150 MiB). */
const fetchedAtOnceMax = 4;
/**
 * After this time no further source is fetched, so that a run ends within its function's 120 s: the last sources may take
 * 20 s to fetch and 4 times 5 s to parse. Sources of different hosts that never respond are done before it, if there are
 * twenty; of twenty that share a host some are left out.
 */
const startsWithinMs = 60_000;

interface Read {
  items: readonly SourceItem[];
  /** What the stage says about the source. */
  note: string | null;
  isRead: boolean;
}

/**
 * Reads all sources of a pipeline, a few at a time, and one at a time of each host. Parses the fetched ones when no other is
 * being fetched: the time limit of a source measures the source. A source that cannot be read is left out and named in the
 * detail. If none can be read, the run fails.
 */
export async function discover(
  sources: readonly Source[],
  fetchSource: FetchSource,
): Promise<{ items: SourceItem[]; detail: string }> {
  const startedAtMs = performance.now();
  const read: Read[] = [];
  for (const some of groupsOf(sources)) {
    const isLate = performance.now() - startedAtMs > startsWithinMs;
    read.push(...(isLate ? some.map(skipped) : await readSome(some, fetchSource)));
  }
  const notes = read.flatMap(({ note }) => note ?? []);
  const readCount = read.filter(({ isRead }) => isRead).length;
  if (readCount === 0) {
    throw new RunFailed("sources_unreadable", `No source could be read: ${notes.join("; ")}`.slice(0, 2_000));
  }
  const items = read.flatMap((one) => one.items);
  const summary = `${pluralize(items.length, "item")} of ${pluralize(readCount, "source")}`;
  return { items, detail: [summary, ...notes].join("; ").slice(0, 2_000) };
}

/** Divides sources into groups that are fetched at once. No two sources of a group have the same host. */
function groupsOf(sources: readonly Source[]): Source[][] {
  const groups: { hosts: Set<string>; members: Source[] }[] = [];
  for (const source of sources) {
    const host = hostOf(source);
    const open = groups.find(({ hosts, members }) => members.length < fetchedAtOnceMax && !hosts.has(host));
    if (open === undefined) groups.push({ hosts: new Set([host]), members: [source] });
    else {
      open.hosts.add(host);
      open.members.push(source);
    }
  }
  return groups.map(({ members }) => members);
}

async function readSome(sources: readonly Source[], fetchSource: FetchSource): Promise<Read[]> {
  const fetched = await Promise.all(
    sources.map((source) =>
      fetchSource(source).catch(
        (error: unknown): FetchedSource => ({
          parse: () => {
            throw error;
          },
        }),
      ),
    ),
  );
  const read = fetched.map(parsed);
  await Promise.all(fetched.map(({ remember }, index) => remembered(read[index], remember)));
  return read;
}

function parsed({ parse, note }: FetchedSource): Read {
  try {
    return { items: parse(), note: note ?? null, isRead: true };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { items: [], note: error.message, isRead: false };
  }
}

async function remembered(read: Read | undefined, remember: FetchedSource["remember"]): Promise<void> {
  if (read?.isRead === true) await remember?.(read.items);
}

function skipped(source: Source): Read {
  const { name } = requestOf(source, 0);
  return {
    items: [],
    note: `${name} was not read: the sources before it took too long`,
    isRead: false,
  };
}
