// In JavaScript: a thread whose TypeScript module is in the compile cache does not load Node's type stripper.
import { enableCompileCache } from "node:module";
import { workerData } from "node:worker_threads";

const { module, compileCacheDirectory } = workerData;
// Portable: copies of the same files in other folders share an entry, if they are at the same place relative to the cache.
if (compileCacheDirectory !== undefined)
  enableCompileCache({ directory: compileCacheDirectory, portable: true });
await import(module);
