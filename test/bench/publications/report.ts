import { availableParallelism, totalmem } from "node:os";
import type { OperationCounts } from "../webhooks/counting-proxy.ts";
import type { Quantiles } from "../webhooks/quantiles.ts";
import type { PublicationsOptions } from "./options.ts";
import { latenessMsMax, type Verdict } from "./verdict.ts";

/** All results of a run, as `--json` writes them. */
export interface Report {
  options: PublicationsOptions;
  /** The reasons why the service has missed the bar; empty if it has not. */
  problems: string[];
  verdict: Verdict;
  /** How many posts waited in a one-shot schedule; null if they were due soon. */
  scheduled: number | null;
  /** Posts that a platform has rejected, because its rate limit was exceeded. */
  rejected: number;
  /** The calls of the table for a post, from its message to the end of what follows from its publication. Null: not counted. */
  costs: Costs | null;
}

interface Costs {
  calls: number;
  writeUnits: number;
  readUnits: number;
}

/** Divides the counts by the number of posts. */
export function costsPerPost(counts: OperationCounts, posts: number): Costs {
  const perPost = (field: "calls" | "writeUnits" | "readUnits") =>
    Object.values(counts).reduce((sum, operation) => sum + operation[field], 0) / posts;
  return { calls: perPost("calls"), writeUnits: perPost("writeUnits"), readUnits: perPost("readUnits") };
}

export function printReport({ options, problems, verdict, scheduled, rejected, costs }: Report): void {
  const { posts, lost, doubled, late, latenessMs } = verdict;
  const gib = (totalmem() / 2 ** 30).toFixed(0);
  const over = options.seconds === 0 ? "at the same moment" : `within ${options.seconds} s`;
  console.log(
    `${posts} posts due ${over}, over 20 connections (${availableParallelism()} processors, ${gib} GiB)`,
  );
  if (scheduled !== null)
    console.log(`${scheduled} of them waited in a schedule, from ${options.minutesAhead} minutes before`);
  console.log(`lost ${lost}, doubled ${doubled}, later than ${latenessMsMax / 1_000} s ${late}`);
  console.log(`rejected by the platform's rate limit ${rejected}`);
  console.log("lateness in milliseconds, from the scheduled time to the request at the platform");
  console.table(
    Object.fromEntries(Object.entries(latenessMs).map(([name, quantiles]) => [name, rowOf(quantiles)])),
  );
  if (costs !== null) console.log(`DynamoDB, for each post: ${costsText(costs)}`);
  console.log(problems.length === 0 ? "the bar is met" : `the bar is missed: ${problems.join(", ")}`);
}

const rowOf = ({ p50, p95, max }: Quantiles) => ({ p50, p95, max });

const costsText = ({ calls, writeUnits, readUnits }: Costs) =>
  `${calls.toFixed(1)} calls, ${writeUnits.toFixed(1)} write units, ${readUnits.toFixed(1)} read units`;
