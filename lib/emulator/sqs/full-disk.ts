import { isDiskFull } from "../disk-space.ts";

type Write = (...args: readonly unknown[]) => unknown;

const retryMs = 500;

/**
 * Keeps the queues whole while the disk is full. fauxqs changes its memory and its database in turn. If the database fails in
 * between, a received message is in no list of the memory, and nobody receives it until a restart.
 *
 * So a new message still fails: its sender gets a 500 and knows. Every other write of a message waits, in order, until the
 * disk has room: that a message is in flight, is deleted or is now in a dead-letter queue. If the process ends before, the
 * message comes again, as SQS's at-least-once delivery allows.
 */
export async function surviveFullDisk(): Promise<void> {
  // The package does not export this module.
  const url = new URL("persistence.js", import.meta.resolve("fauxqs"));
  const module: Readonly<Record<string, unknown>> = await import(url.href);
  const prototype: unknown = Reflect.get(Object(module["PersistenceManager"]), "prototype");
  if (typeof prototype !== "object" || prototype === null)
    throw new Error("fauxqs has no PersistenceManager");

  const waiting: (() => unknown)[] = [];
  const writeWaiting = () => {
    for (let write = waiting.shift(); write !== undefined; write = waiting.shift()) {
      try {
        write();
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        waiting.unshift(write);
        return;
      }
    }
  };
  setInterval(writeWaiting, retryMs).unref();

  const letWait = (name: string, mayWait: (args: readonly unknown[]) => boolean) => {
    const original: unknown = Reflect.get(prototype, name);
    if (typeof original !== "function") throw new Error(`fauxqs has no ${name}`);
    const patched: Write = function (this: unknown, ...args) {
      const write = () => Reflect.apply(original, this, args);
      if (!mayWait(args)) return write();
      waiting.push(write);
      writeWaiting();
      return undefined;
    };
    Reflect.set(prototype, name, patched);
  };
  letWait("updateMessageInflight", () => true);
  letWait("deleteMessage", () => true);
  // A message that was received before moves to a dead-letter queue. Nobody waits for a response.
  letWait(
    "insertMessage",
    ([, message]) => Number(Reflect.get(Object(message), "approximateReceiveCount")) > 0,
  );
}
