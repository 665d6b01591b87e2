import { join } from "node:path";
import { defineConfig } from "vitest/config";

// The tests against real servers of platforms. `npm run test:servers` installs the servers and runs them.

export default defineConfig({
  test: {
    root: join(import.meta.dirname, "../.."),
    include: ["test/servers/*/*.test.ts"],
    globalSetup: ["test/support/setup/database.ts"],
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
