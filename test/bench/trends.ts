/**
 * Measures how well trends are found: `npm run bench:trends`. Each seed makes 14 days of 10 sources with 20 planted rises and
 * 20 decoys. The service and two baselines name the best five topics at the end of each day. Exits with 1 unless the service
 * is ahead of both baselines on every seed.
 */
import { parseArgs } from "node:util";
import { jsonFile, withJsonFile, writeJson } from "./json-report.ts";
import { measure, top } from "./trends/measure.ts";
import { firstRiseDay, sampleDays } from "./trends/plan.ts";
import { methods } from "./trends/replay.ts";

const help = `Measures how well trends are found: npm run bench:trends -- [options]

  --seeds 1,2,3,4,5,6   the samples to measure
  --json [FILE]         writes the results as JSON to a file, or prints them
  --help`;

const { values } = parseArgs({
  args: withJsonFile(process.argv.slice(2)),
  options: {
    seeds: { type: "string", default: "1,2,3,4,5,6" },
    json: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(help);
  process.exit();
}
const json = jsonFile(values.json);
const seeds = values.seeds.split(",").map(Number);
if (!seeds.every((seed) => Number.isSafeInteger(seed) && seed >= 0)) {
  console.error(`--seeds must be integers, separated by commas: ${values.seeds}`);
  process.exit(2);
}

const percent = (part: number) => `${(part * 100).toFixed(0).padStart(3)} %`;
const results = seeds.map((seed) => ({ seed, ...measure(seed) }));
const [service, ...baselines] = methods;

if (json !== "-") {
  console.log(
    `The best ${top} of each of the last ${sampleDays - firstRiseDay} days. Possible: the precision of a method that names every rise.`,
  );
  console.log("seed  method              precision  recall  rises found  possible");
  for (const { seed, ...byMethod } of results) {
    for (const method of methods) {
      const { precision, recall, found } = byMethod[method];
      console.log(
        `${String(seed).padEnd(4)}  ${method.padEnd(18)}  ${percent(precision).padStart(9)}  ${percent(recall).padStart(6)}  ${`${found} of 20`.padStart(11)}  ${percent(precision / recall).padStart(8)}`,
      );
    }
  }
}
writeJson(results, json);

const isAhead = results.every((result) =>
  baselines.every(
    (baseline) =>
      result[service].precision > result[baseline].precision &&
      result[service].recall > result[baseline].recall,
  ),
);
if (!isAhead) console.error("The service is not ahead of both baselines on every seed.");
process.exitCode = isAhead ? 0 : 1;
