import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { trusted } from "../../../functions/domain/trusted.ts";
import type { ReceiverProtocol } from "./receiver.ts";
import type { ServiceProtocol } from "./service.ts";

/** What each process can be asked, by name, and what it answers; `ready` comes unasked, and first. */
interface Protocols {
  service: ServiceProtocol;
  receiver: ReceiverProtocol;
}

/** A process of the benchmark beside the driver's. */
export interface Part<Name extends keyof Protocols> {
  readonly pid: number;
  readonly ready: Protocols[Name]["ready"];
  ask<Question extends string & keyof Protocols[Name]>(
    question: Question,
  ): Promise<Protocols[Name][Question]>;
}

const stopGraceMs = 8_000;
const running = new Set<ChildProcess>();

/** Starts a process of the benchmark and waits until it is ready. Rejects with what it said when it ends by itself. */
export async function startPart<Name extends keyof Protocols>(
  name: Name,
  args: readonly string[],
): Promise<Part<Name>> {
  const child = fork(join(import.meta.dirname, `${name}.ts`), args, {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    execArgv: [],
  });
  running.add(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2_000)));
  // Answers come in the order of the questions.
  const waiting: PromiseWithResolvers<unknown>[] = [];
  const lost = () => new Error(`the ${name} has ended by itself: ${said.trim()}`);
  child.on("message", (message) => waiting.shift()?.resolve(message));
  child.on("exit", () => {
    running.delete(child);
    for (const one of waiting.splice(0)) one.reject(lost());
  });
  const answer = async (): Promise<unknown> => {
    if (!running.has(child)) throw lost();
    const next = Promise.withResolvers<unknown>();
    waiting.push(next);
    return next.promise;
  };
  const ready = trusted<Protocols[Name]["ready"]>(await answer());
  return {
    pid: child.pid ?? 0,
    ready,
    async ask(question) {
      const answered = answer();
      child.send(question);
      return trusted(await answered);
    },
  };
}

/** Ends every process that was started: each cleans up after itself when it is let go, and is killed when it does not. */
export async function stopParts(): Promise<void> {
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
