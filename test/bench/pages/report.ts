import { cpus, loadavg, totalmem } from "node:os";
import { type Comparison, ratioMax } from "./compare.ts";
import type { Costs } from "./costs.ts";
import type { PagesOptions } from "./options.ts";

/** All results of a run, as `--json` writes them. */
export interface Report {
  options: PagesOptions;
  machine: { processors: number; memoryGiB: number; loadBefore: number };
  meanItemBytes: number;
  costs: Costs;
  table: Comparison;
  https: Comparison;
}

export function thisMachine(): Report["machine"] {
  const [loadBefore = 0] = loadavg();
  return { processors: cpus().length, memoryGiB: Math.round(totalmem() / 2 ** 30), loadBefore };
}

/** Prints the tables, then a line for each limit. Returns whether all limits are kept. */
export function printReport({ options, machine, meanItemBytes, costs, table, https }: Report): boolean {
  const { few, many } = options;
  const { processors, memoryGiB, loadBefore } = machine;
  console.log(`\n${many} posts, ${meanItemBytes.toFixed(0)} bytes on average; the highest cost of a page`);
  console.table(costs.max);
  for (const [name, { times }] of [
    ["the table's function", table] as const,
    ["GET /v1/posts over HTTPS", https] as const,
  ]) {
    console.log(`\n${name}, ms; pages that ${few} posts can fill`);
    console.table(
      Object.fromEntries(
        Object.entries(times).map(([group, { pages, small, large }]) => [
          group,
          {
            pages,
            [`p50, ${few}`]: small.p50,
            [`p50, ${many}`]: large.p50,
            [`p95, ${few}`]: small.p95,
            [`p95, ${many}`]: large.p95,
          },
        ]),
      ),
    );
  }
  console.log(`\n${processors} processors, ${memoryGiB} GiB; load average before: ${loadBefore.toFixed(1)}`);
  const checks = [rows(costs), units(costs), time("the table's function", table), time("HTTPS", https)];
  for (const { isPassed, line } of checks) console.log(`${isPassed ? "ok" : "FAILED"}: ${line}`);
  return checks.every(({ isPassed }) => isPassed);
}

interface Check {
  isPassed: boolean;
  line: string;
}

function rows({ pages, wrong, miscounted }: Costs): Check {
  return {
    isPassed: wrong.length === 0,
    line: `${pages} pages, ${wrong.length} with wrong rows${wrong.length === 0 ? "" : ` (${wrong.slice(0, 3).join("; ")})`}; for ${miscounted} the engine counts other units than DynamoDB`,
  };
}

function units({ worst }: Costs): Check {
  return {
    isPassed: worst.shareOfLimit <= 1,
    line: `cost at most ${worst.shareOfLimit.toFixed(2)} of the limit: ${worst.units} of ${worst.limitUnits.toFixed(1)} read units (${worst.page})`,
  };
}

function time(name: string, { pages, pairs, ratios }: Comparison): Check {
  const { p50, p95, worst, worstPage, above } = ratios;
  return {
    isPassed: above === 0,
    line: `${name}: time × ${p50.toFixed(2)} in the median of ${pages} pages, × ${p95.toFixed(2)} p95, × ${worst.toFixed(2)} at worst (${worstPage}); limit × ${ratioMax}, ${above} above it; ${pairs} pairs`,
  };
}
