// JavaScript, so that a thread that finds its TypeScript module in the compile cache never loads the type stripper.
import { enableCompileCache } from "node:module";
import { workerData } from "node:worker_threads";

const { module, compileCacheDirectory } = workerData;
if (compileCacheDirectory !== undefined) enableCompileCache(compileCacheDirectory);
await import(module);
