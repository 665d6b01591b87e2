// In JavaScript: a thread whose TypeScript module is in the compile cache does not load Node's type stripper.
import { enableCompileCache } from "node:module";
import { workerData } from "node:worker_threads";

const { module, compileCacheDirectory } = workerData;
if (compileCacheDirectory !== undefined) enableCompileCache(compileCacheDirectory);
await import(module);
