import { join } from "node:path";
import process from "node:process";
import { defineConfig } from "vitest/config";

// The tests against a real server of a platform, with the DynamoDB engine of the other tests. `npm run test:servers` names the
// server in TEST_SERVER.

export default defineConfig({
  test: {
    root: join(import.meta.dirname, "../.."),
    include: [`test/servers/${process.env["TEST_SERVER"] ?? "bluesky"}/*.test.ts`],
    globalSetup: ["test/support/setup/database.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
