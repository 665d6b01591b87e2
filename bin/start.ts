import { enableCompileCache } from "node:module";
import { join } from "node:path";
import process from "node:process";

// Before the modules are loaded: most of their loading time is that of removing their types.
enableCompileCache({ directory: join(import.meta.dirname, "../build/start-cache"), portable: true });
const { startCommand } = await import("../lib/local/start-command.ts");
await startCommand(process.argv.slice(2));
