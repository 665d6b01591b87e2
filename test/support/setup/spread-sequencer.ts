import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The files that take longest, the longest first. One that starts last would run alone, with a processor idle. While
 * `pages-at-scale` fills its table, other tests on the same engine wait: those that start next use another one.
 */
const longest = [
  "test/long/retry-schedule",
  "test/long/pages-at-scale",
  "test/long/fuzz",
  "test/long/hostile-walks",
  "test/long/tenancy",
  "test/long/idempotency-crashes",
  "test/e2e/failing-endpoint",
  "test/pipeline/channels/mastodon",
  "test/long/openapi-examples",
  "test/long/weekly-digest",
  "test/faults/dispatch-crashes",
  "test/faults/poison-messages",
  "test/faults/random-faults",
  "test/faults/noisy-organization",
  "test/faults/kills-under-load",
  "test/browser/views",
  "test/browser/webhooks",
  "test/browser/pipelines",
  "test/browser/settings",
  "test/browser/main-job",
  "test/api/routes",
  "test/api/costs",
  "test/api/route-access",
  "test/api/idempotency",
  "test/api/tenancy-costs",
].map((path) => `${path}.test.ts`);

/** Tests that run the service in its own process and mostly wait for it. */
const waiting = ["test/e2e/", "test/local/start"];
/** So many files that compute are started after each that waits. */
const computingPerWaiting = 2;

/**
 * Starts the longest files of a project first. Starts its files that mostly wait early, among those that compute: otherwise
 * they would run at the same time, and the processors would be idle.
 */
export class SpreadSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer, not of an array
    const sorted = await super.sort(files);
    const pathOf = ({ moduleId }: TestSpecification) => relative(this.ctx.config.root, moduleId);
    const first = longest.flatMap((path) => sorted.filter((file) => pathOf(file) === path));
    const others = sorted.filter((file) => !first.includes(file));
    const byProject = Map.groupBy(others, ({ project }) => project.name);
    return [...first, ...[...byProject.values()].flatMap((own) => spread(own, pathOf))];
  }
}

function spread(
  files: readonly TestSpecification[],
  pathOf: (file: TestSpecification) => string,
): TestSpecification[] {
  const isWaiting = (file: TestSpecification) => waiting.some((start) => pathOf(file).startsWith(start));
  const computes = files.filter((file) => !isWaiting(file));
  const mixed = files.filter(isWaiting).flatMap((file) => [file, ...computes.splice(0, computingPerWaiting)]);
  return [...mixed, ...computes];
}
