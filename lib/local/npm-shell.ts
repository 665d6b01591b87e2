import process from "node:process";

const lookEveryMs = 250;

/**
 * Resolves when this process was started by `npm start` and its parent has ended. npm passes SIGTERM to the shell in which it
 * runs the script, and a shell such as dash ends without passing it on. Never resolves for another start, whose parent may end
 * while the service is meant to go on.
 */
export function endOfNpmShell(): Promise<void> {
  const parent = process.ppid;
  return new Promise((resolve) => {
    if (process.env["npm_lifecycle_event"] !== "start") return;
    const timer = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(timer);
      resolve();
    }, lookEveryMs).unref();
  });
}
