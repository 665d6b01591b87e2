import type { Source } from "../../domain/source.ts";
import { readSourceState, type SourceState, storeSourceState } from "../../table/source-states.ts";
import { conflict, retryOnConflict } from "../../table/store/optimistic-lock.ts";
import type { Table } from "../../table/store/table.ts";

/** What the runs of a brand remember of its sources. */
export interface SourceMemory {
  read: (source: Source) => Promise<SourceState>;
  /** Stores the document that was read. Stores nothing if another run has stored something since `known` was read. */
  replace: (source: Source, known: SourceState, document: SourceState["document"]) => Promise<void>;
  /** Stores until when a source asked to wait, on top of what another run stores at the same moment. */
  pause: (source: Source, untilMs: number) => Promise<void>;
}

/** Opens the memory of a brand's sources. */
export function openSourceMemory(
  table: Table,
  { organizationId, brandId }: { organizationId: string; brandId: string },
  nowMs: () => number,
): SourceMemory {
  const scope = { organizationId, brandId };
  const read = (source: Source) => readSourceState(table, scope, source, nowMs());
  return {
    read,
    async replace(source, known, document) {
      const next = { waitUntilMs: null, document };
      await storeSourceState(table, scope, source, { known, next, nowMs: nowMs() });
    },
    async pause(source, untilMs) {
      await retryOnConflict(async () => {
        const known = await read(source);
        const waitUntilMs = Math.max(untilMs, known.waitUntilMs ?? 0);
        const next = { waitUntilMs, document: known.document };
        return (await storeSourceState(table, scope, source, { known, next, nowMs: nowMs() }))
          ? undefined
          : conflict;
      });
    },
  };
}

/**
 * Opens the memory of a brand's sources for a preview. So the preview asks no source that has asked to wait. It stores
 * nothing.
 */
export const openReadOnlyMemory = (...scope: Parameters<typeof openSourceMemory>): SourceMemory => ({
  ...noSourceMemory,
  read: openSourceMemory(...scope).read,
});

/** Remembers nothing: every document is read whole. */
export const noSourceMemory: SourceMemory = {
  read: () => Promise.resolve({ version: null, waitUntilMs: null, document: null }),
  replace: () => Promise.resolve(),
  pause: () => Promise.resolve(),
};
