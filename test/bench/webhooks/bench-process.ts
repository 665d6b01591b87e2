import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { trusted } from "../../../functions/domain/trusted.ts";
import type { ReceiverProtocol } from "./receiver.ts";
import type { ServiceProtocol } from "./service.ts";

/**
 * The requests that each process takes, by name, and the type of each reply. `ready` is sent first, without a request.
 */
interface Protocols {
  service: ServiceProtocol;
  receiver: ReceiverProtocol;
}

/** A process of the benchmark other than the driver. */
export interface BenchProcess<Name extends keyof Protocols> {
  pid: number;
  ready: Protocols[Name]["ready"];
  request<Request extends string & keyof Protocols[Name]>(
    request: Request,
  ): Promise<Protocols[Name][Request]>;
}

const stopGraceMs = 8_000;
const running = new Set<ChildProcess>();

/**
 * Starts a process of the benchmark and waits until it is ready. Rejects with the process's last output if it ends
 * unexpectedly.
 */
export async function startBenchProcess<Name extends keyof Protocols>(
  name: Name,
  args: readonly string[],
): Promise<BenchProcess<Name>> {
  const child = fork(join(import.meta.dirname, `${name}.ts`), args, {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    execArgv: [],
  });
  running.add(child);
  let lastOutput = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (lastOutput = (lastOutput + chunk.toString()).slice(-2_000)));
  // Replies come in the order of the requests.
  const waiting: PromiseWithResolvers<unknown>[] = [];
  const unexpectedEnd = () => new Error(`the ${name} ended unexpectedly: ${lastOutput.trim()}`);
  child.on("message", (message) => waiting.shift()?.resolve(message));
  child.on("exit", () => {
    running.delete(child);
    for (const one of waiting.splice(0)) one.reject(unexpectedEnd());
  });
  const nextReply = async (): Promise<unknown> => {
    if (!running.has(child)) throw unexpectedEnd();
    const next = Promise.withResolvers<unknown>();
    waiting.push(next);
    return next.promise;
  };
  const ready = trusted<Protocols[Name]["ready"]>(await nextReply());
  return {
    pid: child.pid ?? 0,
    ready,
    async request(request) {
      const reply = nextReply();
      child.send(request);
      return trusted(await reply);
    },
  };
}

/** Ends every process that was started. A disconnected process cleans up and exits; it is killed if it does not. */
export async function stopBenchProcesses(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const exit = once(child, "exit");
      if (child.connected) child.disconnect();
      const force = setTimeout(() => child.kill("SIGKILL"), stopGraceMs);
      await exit;
      clearTimeout(force);
    }),
  );
}
