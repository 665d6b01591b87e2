import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { SpreadSequencer } from "../support/setup/spread-sequencer.ts";

// The tests of the dashboard in a real browser, with one running service and one browser for all files.

const measuring = "test/browser/performance.test.ts";

const common = { isolate: false, testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    root: join(import.meta.dirname, "../.."),
    sequence: { sequencer: SpreadSequencer },
    globalSetup: ["test/support/setup/service.ts", "test/browser/support/setup-browser.ts"],
    projects: [
      {
        extends: true,
        test: {
          ...common,
          name: "pages",
          include: ["test/browser/*.test.ts"],
          exclude: [measuring],
          // With three, a fifth of the processors is idle: tests wait for runs and deliveries.
          maxWorkers: 4,
        },
      },
      {
        extends: true,
        // A page is slow while another one computes, so these run alone.
        test: {
          ...common,
          name: "measuring",
          include: [measuring],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
