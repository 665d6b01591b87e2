import { createHook } from "node:async_hooks";
import { onTestFinished } from "vitest";

/**
 * Counts the TCP connections that this process tries to open until the test ends. Node creates one TCPCONNECTWRAP for
 * each `connect` call, whichever module makes it.
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
