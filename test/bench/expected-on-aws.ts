/**
 * Computes what to expect on AWS from published times of its services, because nobody has deployed these stacks yet:
 * `npm run bench:aws`. Each step of a path is an independent log-normal time through its published median and 99th
 * percentile.
 */
import { seeded } from "../support/faults/seeded-random.ts";
import { quantilesOf } from "./webhooks/quantiles.ts";

/** A published time in milliseconds. */
interface Step {
  p50: number;
  p99: number;
}

/** From `SendMessage` in one function to the start of the next one. https://bitesizedserverless.com/bite/serverless-messaging-latency-compared/, September 2022, eu-west-1 */
const queue: Step = { p50: 16.2, p99: 105 };
/** From a write to the start of the function. The same source. */
const stream: Step = { p50: 213, p99: 552 };
/** A read or a write. AWS promises "single-digit milliseconds" without a quantile, so this is an assumption. https://aws.amazon.com/blogs/database/understanding-amazon-dynamodb-latency/ */
const tableCall: Step = { p50: 5, p99: 10 };
/** What API Gateway adds to a request: "typically 10 to 30 ms". https://www.smplogs.com/patterns/apigateway/high-latency */
const gateway: Step = { p50: 15, p99: 30 };
/** A cold start of Node 22 with three clients of AWS, ±20 %. https://speedrun.nobackspacecrew.com/blog/2025/07/21/the-fastest-node-22-lambda-coldstart-configuration.html, July 2025 */
const coldStart: Step = { p50: 375, p99: 450 };

/** One function reads the subscriptions. Another one reads the subscription and leases the attempt, and then sends its request. */
const fanOut = [tableCall, queue, tableCall, tableCall];
const paths: Readonly<Record<string, readonly Step[]>> = {
  "event of a worker: from its commit to the request at the subscriber's door": fanOut,
  "the same, with many subscriptions": [queue, ...fanOut],
  "event of an API request: over the stream": [stream, ...fanOut],
  "event of an API request, with many subscriptions": [stream, queue, ...fanOut],
  "GET by id, warm (session or key, then the item)": [gateway, tableCall, tableCall],
  "GET by id, cold": [gateway, coldStart, tableCall, tableCall],
};

const samples = 200_000;
const random = seeded(1);
/** The 99th percentile of the standard normal distribution. */
const z99 = 2.326;

function timeOf({ p50, p99 }: Step): number {
  // Box and Muller: two uniform numbers make a normal one.
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return p50 * Math.exp((Math.log(p99 / p50) / z99) * normal);
}

console.table(
  Object.entries(paths).map(([path, steps]) => {
    const times = Array.from({ length: samples }, () => steps.reduce((sum, step) => sum + timeOf(step), 0));
    const { p50, p95, p99 } = quantilesOf(times);
    return { path, "p50 ms": p50, "p95 ms": p95, "p99 ms": p99 };
  }),
);
