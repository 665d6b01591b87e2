import {
  type Checkpoint,
  pendingStages,
  type Run,
  type RunStage,
  type RunStageName,
  resumedStages,
  withStage,
} from "../domain/run.ts";
import { readCheckpoint, storeCheckpoint } from "../table/checkpoints.ts";
import { recordStages } from "../table/runs.ts";
import type { Table } from "../table/store/table.ts";

/** The stages of a run, as clients see them, and the results that it keeps for a worker that takes it over. */
export interface RunProgress {
  /** Whether the run is a preview: it stores nothing. */
  readonly isPreview: boolean;
  readonly stages: readonly RunStage[];
  readonly checkpoints: readonly Checkpoint[];
  has(stage: RunStageName, status: RunStage["status"]): boolean;
  /** Begins a stage. The next `store` or `keep` stores that. */
  begin(stage: RunStageName): void;
  /** Ends the stage that was begun last. The next `store` or `keep` stores that. */
  finish(detail: string): void;
  /** Returns the stages with a failure of the stage that was begun last. */
  failed(message: string): RunStage[];
  /** @throws {ConditionFailed} when another worker has the lease, or the run has ended */
  store(): Promise<void>;
  /**
   * Stores the progress together with a result.
   * @throws {ConditionFailed} when another worker has the lease, or the run has ended
   */
  keep(stage: Checkpoint["stage"], data: unknown): Promise<void>;
  /** Reads the results of a stage, in the order in which they were kept. Leaves out those that have expired. */
  kept<Data>(stage: Checkpoint["stage"]): Promise<Data[]>;
  /** Continues where another worker has stopped. The stages after the finished ones are pending again. */
  resume(): void;
  /** Begins with the first stage: no other worker has executed the run, or its results are lost. */
  restart(): void;
}

/** Where a run keeps its progress: in the table, while the worker has the lease. */
interface Storage {
  table: Table;
  leaseToken: string;
}

/**
 * @param run the run as it was leased
 * @param storage null for a preview: it stores nothing
 */
export function openProgress(run: Run, storage: Storage | null, nowMs: () => number): RunProgress {
  let { stages } = run;
  let checkpoints = run.checkpoints ?? [];
  let current: RunStageName = "discover";
  const store = async (stored: { checkpoints?: readonly Checkpoint[] } = {}) => {
    if (storage !== null) await recordStages(storage.table, run, storage.leaseToken, { stages, ...stored });
  };
  return {
    isPreview: storage === null,
    get stages() {
      return stages;
    },
    get checkpoints() {
      return checkpoints;
    },
    has: (name, status) => stages.some((stage) => stage.name === name && stage.status === status),
    begin(stage) {
      current = stage;
      stages = withStage(stages, stage, "running", null, nowMs());
    },
    finish(detail) {
      stages = withStage(stages, current, "succeeded", detail, nowMs());
    },
    failed: (message) => withStage(stages, current, "failed", message, nowMs()),
    store: () => store(),
    async keep(stage, data) {
      if (storage === null) return;
      // The token makes the id different from those of a worker that had the lease before.
      const id = `${storage.leaseToken}#${checkpoints.length}`;
      const checkpoint = await storeCheckpoint(storage.table, run, { stage, id, data, nowMs: nowMs() });
      checkpoints = [...checkpoints, checkpoint];
      await store({ checkpoints });
    },
    async kept<Data>(stage: Checkpoint["stage"]) {
      if (storage === null) return [];
      const own = checkpoints.filter((checkpoint) => checkpoint.stage === stage);
      const found = await Promise.all(
        own.map((checkpoint) => readCheckpoint<Data>(storage.table, run, checkpoint)),
      );
      return found.filter((data) => data !== null);
    },
    resume() {
      stages = resumedStages(stages);
    },
    restart() {
      stages = pendingStages();
      checkpoints = [];
    },
  };
}
