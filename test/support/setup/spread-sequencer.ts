import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Tests that run the service in its own process and mostly wait for it. */
const waiting = ["test/e2e/", "test/local/start", "test/long/retry-schedule"];
/** So many files that compute are started after each that waits. */
const computingPerWaiting = 2;

/**
 * Starts the files that mostly wait early, among those that compute. Otherwise they would run at the same time, and the
 * processors would be idle.
 */
export class SpreadSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer, not of an array
    const sorted = await super.sort(files);
    const isWaiting = ({ moduleId }: TestSpecification) => {
      const path = relative(this.ctx.config.root, moduleId);
      return waiting.some((start) => path.startsWith(start));
    };
    const computes = sorted.filter((file) => !isWaiting(file));
    const mixed = sorted
      .filter(isWaiting)
      .flatMap((file) => [file, ...computes.splice(0, computingPerWaiting)]);
    return [...mixed, ...computes];
  }
}
