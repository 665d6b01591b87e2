import { cpus, loadavg, totalmem } from "node:os";
import { type Comparison, ratioMax } from "./compare.ts";
import type { Costs } from "./costs.ts";
import type { PagesOptions } from "./options.ts";

/** All figures of a run; what `--json` writes. */
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

/** Prints the tables, then a line for each bar; answers whether all of them are met. */
export function printReport({ options, machine, meanItemBytes, costs, table, https }: Report): boolean {
  const { few, many } = options;
  const { processors, memoryGiB, loadBefore } = machine;
  console.log(`\n${many} posts, ${meanItemBytes.toFixed(0)} bytes in the mean; what a page takes at most`);
  console.table(costs.most);
  for (const [name, { times }] of [
    ["the table's function", table] as const,
    ["GET /v1/posts over HTTPS", https] as const,
  ]) {
    console.log(`\n${name}, ms; pages as large as ${few} posts fill them`);
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
  const verdicts = [rows(costs), units(costs), time("the table's function", table), time("HTTPS", https)];
  for (const { holds, line } of verdicts) console.log(`${holds ? "ok" : "MISSED"}: ${line}`);
  return verdicts.every(({ holds }) => holds);
}

interface Verdict {
  holds: boolean;
  line: string;
}

function rows({ pages, wrong, miscounted }: Costs): Verdict {
  return {
    holds: wrong.length === 0,
    line: `${pages} pages, ${wrong.length} wrong${wrong.length === 0 ? "" : ` (${wrong.slice(0, 3).join("; ")})`}; of ${miscounted} the engine counts other units than DynamoDB`,
  };
}

function units({ worst }: Costs): Verdict {
  return {
    holds: worst.ofBar <= 1,
    line: `cost at most ${worst.ofBar.toFixed(2)} of the bar: ${worst.units} of ${worst.barUnits.toFixed(1)} read units (${worst.page})`,
  };
}

function time(what: string, { pages, pairs, ratios }: Comparison): Verdict {
  const { p50, p95, worst, worstPage, above } = ratios;
  return {
    holds: above === 0,
    line: `${what}: time × ${p50.toFixed(2)} in the median of ${pages} pages, × ${p95.toFixed(2)} p95, × ${worst.toFixed(2)} at worst (${worstPage}); bar × ${ratioMax}, above it ${above}; ${pairs} pairs`,
  };
}
