import process from "node:process";
import { readLocalService } from "../lib/receiver/local-service.ts";
import { parseReceiverOptions, receiverUsage } from "../lib/receiver/options.ts";
import { openTotals, problemReport, requestReport } from "../lib/receiver/report.ts";
import { serveReceiver } from "../lib/receiver/serve.ts";
import { startMessage } from "../lib/receiver/start-message.ts";

try {
  const options = parseReceiverOptions(process.argv.slice(2));
  if (options === "help") {
    console.log(receiverUsage);
    process.exit(0);
  }
  const service = readLocalService(options.stateDirectory);
  const totals = openTotals();
  const port = await serveReceiver(service, options, {
    received(received) {
      totals.add(received);
      console.log(requestReport(received, options.showsBody));
    },
    problem: (line) => console.log(problemReport(Date.now(), line)),
  });
  // npm forwards a signal that the terminal has also sent to this process. Only the first one counts.
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(name, () => {
      console.log(`\n${totals.line()}`);
      process.exit(0);
    });
  }
  // The reader of the output has ended.
  process.stdout.once("error", () => process.exit(0));
  console.log(startMessage(service, port, options.secret));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
