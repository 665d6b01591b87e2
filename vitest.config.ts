import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { compressedJsonPlugin } from "./test/support/setup/compressed-json.ts";
import { SpreadSequencer } from "./test/support/setup/spread-sequencer.ts";

// Each project starts what its tests need. A run of one file starts only what that file needs. A test that is in none of
// these lists runs in the project `unit`, which starts nothing. Where the files of a project share their modules
// (`isolate: false`), the AWS SDK is loaded and compiled once: it takes a third of a file's time.

// The compiled code of the packages, for this process and for the workers, which get its environment. Vitest starts some thirty
// workers, and each one loads the AWS SDK.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/compile");
enableCompileCache(process.env["NODE_COMPILE_CACHE"]);

/** A DynamoDB engine with the table of the template. */
const table = [
  "test/aws/dynamodb.test.ts",
  "test/bench/webhooks/counting-proxy.test.ts",
  "test/pipeline/{choosing,execute-run,observe-trends,planned-runs,preview-run,run-crashes,run-limits,ticks}.test.ts",
  "test/platform/{authenticate,deprecation,dispatcher,idempotency,idempotency-retries,worker}.test.ts",
  "test/table/**/*.test.ts",
];
/**
 * A DynamoDB engine too. A worker's module reads the environment when it is loaded, so each file loads its own. The fake
 * platforms of the channels have certificates that only their file trusts.
 */
const workers = ["test/pipeline/channels/**/*.test.ts", "test/workers/**/*.test.ts"];
/** The synthesized templates with the real bundles, and the DynamoDB engine. */
const template = [
  "test/infra/{dashboard-site,delivery-alarms,edge,gateway-responses,relay,routes,stack-limits,synthesis,workers}.test.ts",
  "test/local/{gateway,operator,source-maps}.test.ts",
  "test/openapi/responses.test.ts",
  "test/workers/delivery-metrics.test.ts",
];
/** One running service, called through its gateway. */
const service = [
  "test/api/**/*.test.ts",
  "test/e2e/{bulk-replay,deleted-subscription,operator-replay,secret-rotation,shared-publications,slow-endpoint}.test.ts",
];
/** These tests start processes and servers, or change which CAs the process trusts. So each file has its own process. */
const processes = [
  "test/{delivery,e2e,emulator,http,local}/**/*.test.ts",
  "test/pipeline/generators/{bedrock,openai-compatible,hostile-items}.test.ts",
];
/**
 * Tests that take minutes, and the complete matrices: each hostile value in each field, and each failure of each platform.
 * `npm test` runs neither these nor the next ones. It has the conformance of the feed, of Bluesky and of the webhook.
 */
const long = [
  "test/api/hostile-input.test.ts",
  "test/pipeline/channels/{discord,ghost,linkedin,mastodon,scripted,telegram}.test.ts",
  "test/long/**/*.test.ts",
  "test/e2e/failing-endpoint.test.ts",
  "test/emulator/full-disk.test.ts",
  "test/pipeline/large-sources.test.ts",
  "test/workers/schedules.test.ts",
];
/**
 * Tests that fail on a busy machine: on a fast clock a lease ends within milliseconds of real time, and so does the time
 * in which an attempt must be made.
 */
const timed = ["test/faults/**/*.test.ts", "test/e2e/{dead-letter,final-attempt,retries}.test.ts"];

/** Tests against real servers and in a real browser, with their own configurations. */
const ownConfiguration = ["test/servers/**", "test/browser/**"];

/**
 * The projects run one after another, in this order: side by side they would start more workers, and take a sixth longer. Each
 * of their workers goes on only with files of its own project.
 */
const projects: NonNullable<TestProjectInlineConfiguration["test"]>[] = [
  {
    name: "unit",
    include: ["test/**/*.test.ts"],
    exclude: [
      ...table,
      ...workers,
      ...template,
      ...service,
      ...processes,
      ...long,
      ...timed,
      ...ownConfiguration,
    ],
    isolate: false,
  },
  {
    name: "processes",
    setupFiles: ["test/support/setup/fresh-modules.ts"],
    include: processes,
    exclude: [...template, ...service, ...long, ...timed],
    isolate: false,
  },
  {
    name: "table",
    globalSetup: ["test/support/setup/database.ts"],
    include: table,
    isolate: false,
  },
  {
    name: "workers",
    globalSetup: ["test/support/setup/database.ts"],
    setupFiles: ["test/support/setup/fresh-modules.ts"],
    include: workers,
    exclude: [...template, ...long],
    isolate: false,
  },
  {
    name: "template",
    globalSetup: ["test/support/setup/database.ts", "test/support/setup/assembly.ts"],
    setupFiles: ["test/support/setup/fresh-modules.ts"],
    include: template,
    isolate: false,
  },
  {
    name: "service",
    globalSetup: ["test/support/setup/service.ts"],
    include: service,
    exclude: long,
    // More clients at once make the service open more threads for each function, on the same processors.
    maxWorkers: 4,
    isolate: false,
  },
  {
    name: "long",
    globalSetup: [
      "test/support/setup/database.ts",
      "test/support/setup/assembly.ts",
      "test/support/setup/service.ts",
    ],
    include: long,
    // With three, a processor is idle whenever two of them wait: for a retry, for a process that starts.
    maxWorkers: 4,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
  {
    name: "timed",
    globalSetup: ["test/support/setup/database.ts", "test/support/setup/assembly.ts"],
    include: timed,
    maxWorkers: 3,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
];

export default defineConfig({
  plugins: [compressedJsonPlugin],
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Half of the tests wait instead of computing: with one worker per core the cores would be idle.
    maxWorkers: 6,
    sequence: { sequencer: SpreadSequencer },
    projects: projects.map((test, groupOrder) => ({
      extends: true,
      test: { ...test, sequence: { groupOrder } },
    })),
  },
});
