import { join } from "node:path";
import { defineConfig } from "vitest/config";

// The tests of the dashboard in a real browser, with one running service and one browser for all files.

export default defineConfig({
  test: {
    root: join(import.meta.dirname, "../.."),
    include: ["test/browser/**/*.test.ts"],
    globalSetup: ["test/support/setup/service.ts", "test/browser/support/setup-browser.ts"],
    // A page is slow while another one computes, and the tests measure times.
    maxWorkers: 1,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
