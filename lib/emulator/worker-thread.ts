import { Worker, type WorkerOptions } from "node:worker_threads";

/** The `workerData` of `worker-thread-boot.mjs`. */
export interface BootData<Data> {
  /** URL of the TypeScript module to run. */
  module: string;
  compileCacheDirectory: string | undefined;
  /** For the module itself. */
  data: Data;
}

/**
 * Runs a TypeScript module in a thread with exactly `env` as its environment variables. Compiled code is cached in
 * `compileCacheDirectory`. A thread whose code is in the cache starts in about two thirds of the time and takes two thirds of
 * the memory, because it does not load Node's type stripper.
 */
export function openWorkerThread(
  module: URL,
  { data, compileCacheDirectory }: { data: object; compileCacheDirectory: string | undefined },
  options: Omit<WorkerOptions, "workerData" | "execArgv">,
): Worker {
  const workerData: BootData<object> = { module: module.href, compileCacheDirectory, data };
  return new Worker(new URL("./worker-thread-boot.mjs", import.meta.url), {
    ...options,
    execArgv: [],
    workerData,
  });
}
