/**
 * What the local runtime takes after every function of the template was called once: `npm run bench:memory`. Starts
 * `npm start`'s own program in a new state folder, calls every function, and reads memory and threads of all its
 * processes from /proc. Ends with 1 when a function did not run or a limit is exceeded.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { projectRoot } from "../../lib/bundle.ts";
import { loadAssembly } from "../../lib/emulator/assembly.ts";
import type { ReadyNotice } from "../../lib/local/start.ts";
import { callEveryFunction } from "./memory/call-functions.ts";
import { type ProcessUse, processTree } from "./memory/process-tree.ts";

const rssMibMax = 1.2 * 1024;
const threadsMax = 60;
const readyMsMax = 120_000;
/** How long after the last call memory is read again: garbage may have been collected, and idle threads have ended. */
const restMs = 10_000;

const stateDirectory = mkdtempSync(join(tmpdir(), "content-pipeline-bench-"));
const service = fork(
  join(projectRoot, "bin", "start.ts"),
  ["--state", stateDirectory, "--port", "0", "--http-port", "0"],
  {
    execArgv: ["-r", join(projectRoot, "bin", "require-node.cjs")],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  },
);
const ended = once(service, "exit");

try {
  const signal = AbortSignal.timeout(readyMsMax);
  const failed = ended.then(([code]) => {
    throw new Error(`The service ended with ${String(code)}.`);
  });
  const ready: ReadyNotice = (await Promise.race([once(service, "message", { signal }), failed]))[0];
  const { file, endpoints, accessKey } = ready;
  const assembly = loadAssembly(join(stateDirectory, "assembly"), {
    publicHost: "",
    queueUrlBase: "",
    secretValue: (arn) => arn,
  });
  const pid = service.pid ?? 0;

  const rows = [rowOf("when ready", processTree(pid))];
  let threadsPeak = 0;
  const watch = setInterval(() => {
    threadsPeak = Math.max(threadsPeak, total(processTree(pid), "threads"));
  }, 50);
  const startedMs = performance.now();
  const calls = await callEveryFunction(assembly, file, { endpoint: endpoints.lambda, accessKey });
  const tookMs = performance.now() - startedMs;
  const afterCalls = processTree(pid);
  rows.push(rowOf("after every function was called once", afterCalls));
  await sleep(restMs);
  clearInterval(watch);
  rows.push(rowOf(`${restMs / 1000} s later`, processTree(pid)));

  console.table(calls);
  console.table(
    afterCalls.map((use) => ({
      ...use,
      rssMib: Math.round(use.rssMib),
      peakRssMib: Math.round(use.peakRssMib),
    })),
  );
  console.table(rows);
  const functions = assembly.functions.length;
  console.log(
    `${calls.length} of ${functions} functions called in ${(tookMs / 1000).toFixed(1)} s, at most ${threadsPeak} threads`,
  );
  const [rssMib, threads] = [total(afterCalls, "rssMib"), total(afterCalls, "threads")];
  console.log(
    `${(rssMib / 1024).toFixed(2)} GiB (limit ${rssMibMax / 1024}) and ${threads} threads (limit ${threadsMax}) after every function was called once`,
  );
  if (calls.length < functions || rssMib > rssMibMax || threads > threadsMax) process.exitCode = 1;
} finally {
  service.kill("SIGTERM");
  await ended;
  rmSync(stateDirectory, { recursive: true, force: true });
}

function rowOf(when: string, uses: readonly ProcessUse[]) {
  return {
    when,
    processes: uses.length,
    rssMib: Math.round(total(uses, "rssMib")),
    threads: total(uses, "threads"),
  };
}

function total(uses: readonly ProcessUse[], of: "rssMib" | "threads"): number {
  return uses.reduce((sum, use) => sum + use[of], 0);
}
