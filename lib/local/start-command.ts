import { flushCompileCache } from "node:module";
import process from "node:process";
import { endOfNpmShell } from "./npm-shell.ts";
import { readyMessage } from "./ready-message.ts";
import { type ReadyNotice, startService } from "./start.ts";
import { parseStartOptions, startUsage } from "./start-options.ts";

const stopMsMax = 4500;
const log = (line: string) => console.log(line);

/** Runs the service with the options of the command line, until a signal, and ends this process. */
export async function startCommand(args: readonly string[]): Promise<never> {
  const interrupted = new AbortController();
  try {
    const options = parseStartOptions(args);
    if (options === "help") {
      console.log(startUsage);
      process.exit(0);
    }
    // npm forwards a signal that the terminal has also sent to this process. Only the first one counts.
    const signalled = new Promise<void>((resolve) => {
      for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => resolve());
      // The process that forked this one has ended.
      process.on("disconnect", () => resolve());
      void endOfNpmShell().then(resolve);
    });
    void signalled.then(() => interrupted.abort());

    const service = await startService(options, { log, signal: interrupted.signal });
    const { file, filePath, sampleFeedUrl } = service;
    const signInLink = service.newSignInLink();
    console.log(`${readyMessage(file, { serviceFile: filePath, sampleFeed: sampleFeedUrl, signInLink })}\n`);
    const { endpoints, accessKey } = service.runtime;
    process.send?.({ file, endpoints, accessKey } satisfies ReadyNotice);
    log(`Ready after ${(performance.now() / 1000).toFixed(1)} s.`);
    // A killed process would not write it.
    flushCompileCache();
    await signalled;
    log("Stopping …");
    // Ends in time in any case: the state survives even a kill.
    setTimeout(() => process.exit(0), stopMsMax).unref();
    await service.stop();
    process.exit(0);
  } catch (error) {
    if (interrupted.signal.aborted) process.exit(0);
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
