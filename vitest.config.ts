import { defineConfig } from "vitest/config";

// Each project starts what its tests need. A run of one file starts only what that file needs. A test that is in none of
// these lists runs in the project `unit`, which starts nothing.

/** A DynamoDB engine with the table of the template. */
const table = [
  "test/bench/webhooks/counting-proxy.test.ts",
  "test/pipeline/{execute-run,ticks}.test.ts",
  "test/platform/{authenticate,deprecation,idempotency,idempotency-retries,worker}.test.ts",
  "test/table/**/*.test.ts",
  "test/workers/**/*.test.ts",
];
/** The synthesized templates with the real bundles, and the DynamoDB engine. */
const template = [
  "test/faults/**/*.test.ts",
  "test/infra/{delivery-alarms,gateway-responses,routes,stack-limits,synthesis,workers}.test.ts",
  "test/local/{gateway,operator,source-maps}.test.ts",
  "test/openapi/responses.test.ts",
  "test/workers/delivery-metrics.test.ts",
];
/** One running service, called through its gateway. */
const service = [
  "test/api/**/*.test.ts",
  "test/e2e/{bulk-replay,deleted-subscription,operator-replay,secret-rotation,slow-endpoint}.test.ts",
];
/** Tests that take minutes or all cores. `npm test` leaves them out. */
const long = [
  "test/long/**/*.test.ts",
  "test/faults/{duplicate-messages,kills-under-load,random-faults}.test.ts",
];

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Half of the tests wait instead of computing: with one worker per core the cores would be idle.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [...table, ...template, ...service, ...long],
        },
      },
      {
        extends: true,
        test: {
          name: "table",
          globalSetup: ["test/support/setup/database.ts"],
          include: table,
          exclude: template,
        },
      },
      {
        extends: true,
        test: {
          name: "template",
          globalSetup: ["test/support/setup/database.ts", "test/support/setup/assembly.ts"],
          include: template,
          exclude: long,
        },
      },
      {
        extends: true,
        test: { name: "service", globalSetup: ["test/support/setup/service.ts"], include: service },
      },
      {
        extends: true,
        test: {
          name: "long",
          globalSetup: [
            "test/support/setup/database.ts",
            "test/support/setup/assembly.ts",
            "test/support/setup/service.ts",
          ],
          include: long,
          // They measure or load the whole machine, so one runs at a time.
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
