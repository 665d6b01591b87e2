import type { Source } from "../../../functions/domain/source.ts";
import type { SourceMemory } from "../../../functions/pipeline/sources/source-memory.ts";
import type { SourceState } from "../../../functions/table/source-states.ts";

/** What the runs of one brand remember of its sources, in memory. */
export function memoryOfSources(): SourceMemory & { writes: () => number } {
  const states = new Map<string, SourceState>();
  const none: SourceState = { version: null, waitUntilMs: null, document: null };
  const current = (source: Source) => states.get(JSON.stringify(source)) ?? none;
  let writes = 0;
  const write = (source: Source, state: Omit<SourceState, "version">) => {
    writes += 1;
    states.set(JSON.stringify(source), { ...state, version: writes });
  };
  return {
    writes: () => writes,
    read: async (source) => current(source),
    async replace(source, known, document) {
      if (current(source).version === known.version) write(source, { waitUntilMs: null, document });
    },
    async pause(source, waitUntilMs) {
      write(source, { ...current(source), waitUntilMs });
    },
  };
}
