import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveChannel } from "../lib/demo/channel.ts";
import { serveFeed } from "../lib/demo/feed-server.ts";
import { awaitAnalytics, publishOnBoth } from "../lib/demo/main-job.ts";
import { startReceiver } from "../lib/demo/receiver.ts";
import { startService } from "../lib/demo/service-process.ts";

const usage = "npm run demo takes no options: it shows the whole main job in less than a minute.";
const [option] = process.argv.slice(2);
if (option !== undefined) {
  console.error(usage);
  process.exit(option === "--help" ? 0 : 1);
}

const secret = "a secret that only the subscriber and the service know";
const channelSecret = "a secret that only the brand's endpoint and the service know";
/** The retries after 10 s and 30 s come within 1.5 s. */
const eventSpeed = 30;
/** Two days pass in 12 s. */
const analyticsSpeed = 14_400;

const begunAtMs = performance.now();
let stepNumber = 0;

function report(step: string, result: string, tookMs: number): void {
  stepNumber += 1;
  const took = `${(tookMs / 1000).toFixed(2)} s`.padStart(8);
  console.log(`${String(stepNumber).padStart(2)}. ${took}  ${step}\n              ${result}`);
}

async function demonstrate(state: string): Promise<void> {
  console.log("Starting the service with its own state folder and a clock that is 30 times as fast …");
  await using endings = new AsyncDisposableStack();
  let running = await startService(state, { speed: eventSpeed });
  endings.defer(async () => void (await running.stop()));
  const feed = endings.adopt(await serveFeed(), ({ close }) => close());
  const receiver = await startReceiver(running.service.tls, { secret, failures: 2 });
  report("The service is ready", running.service.url, running.startedInMs);
  const channel = endings.adopt(await serveChannel(running.service.tls, channelSecret), ({ close }) =>
    close(),
  );
  const inputs = { feedUrl: feed.url, channel, receiver, secret };
  const job = await publishOnBoth(running.service, inputs, report);
  await running.kill();
  running = await startService(state, { speed: analyticsSpeed });
  report(
    "The service is killed and started again with a clock that is 14,400 times as fast",
    "queued and scheduled work continues",
    running.startedInMs,
  );
  await awaitAnalytics(running.service, job, report);
}

const interrupted = new Promise<never>((_resolve, reject) => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => reject(new Error(`interrupted by ${signal}`)));
  // The reader of the output has ended, so the demonstration and the service must end.
  process.stdout.once("error", reject);
});

const state = mkdtempSync(join(tmpdir(), "content-pipeline-demo-"));
try {
  await Promise.race([demonstrate(state), interrupted]);
  console.log(`\nThe demonstration took ${((performance.now() - begunAtMs) / 1000).toFixed(1)} s.`);
} catch (error) {
  console.error(`\nThe demonstration failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  rmSync(state, { recursive: true, force: true });
}
process.exit();
