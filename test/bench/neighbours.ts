/**
 * Measures what one organization can do to another: `npm run bench:neighbours`. Organization B uses the service alone,
 * and then while organization A does its worst in six ways at once. Ends with 1 if a p95 of B is more than 1.5 times as
 * high with A as without.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { carryOutInRunning, createOrganizationInRunning, setLimits } from "../../lib/local/operator.ts";
import { openHttpClient } from "../support/client/http-client.ts";
import { tableAt } from "../support/table/table.ts";
import { openNoisyOrganization } from "./neighbours/noisy-load.ts";
import { type Observed, openQuietOrganization } from "./neighbours/quiet-load.ts";
import { startServers } from "./servers.ts";
import { startBenchProcess, stopBenchProcesses } from "./webhooks/bench-process.ts";
import { quantilesOf } from "./webhooks/quantiles.ts";

const ratioMax = 1.5;
/** Begins every measurement, and is not measured: functions start for the first time. */
const warmUpMs = 30_000;

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "120" },
    requests: { type: "string", default: "600" },
    runs: { type: "string", default: "2" },
  },
});
/** The limits of A. On two cores, all functions share what each has for itself on AWS. */
const noisyLimits = { requestsPerMinute: Number(values.requests), runsAtOnce: Number(values.runs) };
const durationMs = Number(values.seconds) * 1_000;

const folder = mkdtempSync(join(tmpdir(), "content-pipeline-bench-"));
const { file, stateDirectory, dynamoDb, tableName } = (await startBenchProcess("service", [folder])).ready;
const table = tableAt({ endpoint: dynamoDb, tableName });
const servers = await startServers(file.tls);
const client = openHttpClient(file);
try {
  const quiet = await createOrganizationInRunning(stateDirectory, "Quiet");
  if (quiet === undefined) throw new Error("The service does not run.");
  console.error("Preparing both organizations …");
  const quietOrganization = await openQuietOrganization(client, quiet.keys, servers);
  const noisyOrganization = await openNoisyOrganization(client, file, { servers, table });

  await carryOutInRunning(stateDirectory, setLimits(file.organizationId, noisyLimits));

  console.error(`B alone, for ${durationMs / 1_000} s …`);
  await quietOrganization.observe(warmUpMs);
  const alone = await quietOrganization.observe(durationMs);

  console.error(`B beside A, for ${durationMs / 1_000} s …`);
  const disturbance = noisyOrganization.disturb(AbortSignal.timeout(warmUpMs + durationMs));
  await quietOrganization.observe(warmUpMs);
  const beside = await quietOrganization.observe(durationMs);
  console.log("The responses to A, by status");
  console.table(await disturbance);
  report(alone, beside);
} finally {
  client.close();
  await stopBenchProcesses();
  servers.close();
  rmSync(folder, { recursive: true, force: true });
}

function report(alone: Observed, beside: Observed): void {
  const names = ["api", "delivery", "firstDelivery", "run", "publication"] as const;
  const rows = names.map((name) => {
    const [before, after] = [quantilesOf(alone[name]), quantilesOf(beside[name])];
    const ratio = before.p95 === null || after.p95 === null ? null : after.p95 / before.p95;
    return {
      what: name,
      "alone p50": before.p50,
      "alone p95": before.p95,
      "beside A p50": after.p50,
      "beside A p95": after.p95,
      "p95 ratio": ratio === null ? null : Number(ratio.toFixed(2)),
      count: `${alone[name].length}, ${beside[name].length}`,
    };
  });
  console.log("What B saw, in milliseconds");
  console.table(rows);
  const over = rows.filter((row) => row["p95 ratio"] === null || row["p95 ratio"] > ratioMax);
  console.log(
    over.length === 0
      ? `every p95 is within × ${ratioMax}`
      : `over × ${ratioMax}: ${over.map(({ what }) => what).join(", ")}`,
  );
  if (over.length > 0) process.exitCode = 1;
}
