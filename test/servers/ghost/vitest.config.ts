import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** The tests of the channel ghost against a real server, with the DynamoDB engine of the other tests. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, "../../.."),
    include: ["test/servers/ghost/*.check.ts"],
    globalSetup: ["test/support/setup/database.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
