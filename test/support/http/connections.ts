import { createHook } from "node:async_hooks";
import { onTestFinished } from "vitest";

/**
 * Counts, until the test is over, every TCP connection that this process so much as tries to make: Node makes
 * one such resource for each `connect` it asks of the system, whichever module asks for it.
 */
export function countConnections(): () => number {
  let connections = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === "TCPCONNECTWRAP") connections += 1;
    },
  }).enable();
  onTestFinished(() => void hook.disable());
  return () => connections;
}
