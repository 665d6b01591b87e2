import { defineConfig } from "vitest/config";

/** The tests that go through the gateway of one running service; all others bring up just what they need. */
const throughTheService = ["test/api/**/*.test.ts", "test/e2e/**/*.test.ts"];
/** What takes minutes, or every core: `npm test` leaves it out. */
const long = [
  "test/long/**/*.test.ts",
  "test/faults/{duplicate-messages,kills-under-load,random-faults}.test.ts",
];

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Half of the tests wait for a service rather than compute: one worker a core would leave the cores idle.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: "parts",
          globalSetup: ["test/support/setup/database.ts", "test/support/setup/assembly.ts"],
          include: ["test/**/*.test.ts"],
          exclude: [...throughTheService, ...long],
        },
      },
      {
        extends: true,
        test: { name: "service", globalSetup: ["test/support/setup/service.ts"], include: throughTheService },
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
          // They measure or load the whole machine: each has it to itself.
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
