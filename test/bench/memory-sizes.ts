/**
 * What an API function costs and how long it takes with each memory size of Lambda, which decides its share of a processor:
 * `npm run bench:memory-sizes`. The processor time of the real bundles is measured here; the rest is AWS's published arithmetic.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { trusted } from "../../functions/domain/trusted.ts";
import { bundleFunctions, bundlesDirectory } from "../../lib/bundle.ts";
import { type GatewayRequest, gatewayEvent } from "../support/api/gateway-event.ts";
import { asText, at, openHttpClient } from "../support/client/http-client.ts";
import { tableAt } from "../support/table/table.ts";
import type { FunctionCosts } from "./memory-sizes/measured-function.ts";
import { raiseRateLimit } from "./pages/setup.ts";
import { newBenchFolder, runBench } from "./run-bench.ts";
import { startBenchProcess } from "./webhooks/bench-process.ts";

const sizesMiB = [128, 256, 512, 1024, 1769];
/** A function has a whole processor at this size, and its share at smaller ones. https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
const wholeProcessorMiB = 1769;
/** As in `expected-on-aws.ts`. */
const tableCallMs = 5;
/** US dollars for a GiB-second on ARM and for a million requests, without discounts. https://aws.amazon.com/lambda/pricing/, November 2026 */
const price = { gibSecond: 0.000_013_333_4, millionRequests: 0.2 };

interface Measured {
  name: string;
  /** Calls of the table, one after the other. */
  tableCalls: number;
  request: Omit<GatewayRequest, "headers">;
}

async function measure(): Promise<[Measured, FunctionCosts][]> {
  await bundleFunctions();
  const { ready } = await startBenchProcess("service", [newBenchFolder()]);
  const { file, dynamoDb, tableName } = ready;
  const key = file.keys.write;
  await raiseRateLimit(tableAt({ endpoint: dynamoDb, tableName }), key);
  const client = openHttpClient(file);
  const created = async (path: string, body: unknown) => {
    const response = await client.call("POST", path, { key, body });
    if (response.status !== 201)
      throw new Error(`POST ${path} returned ${response.status}: ${response.text}`);
    return asText(at(response.json, "id"));
  };
  const brandId = await created("/v1/brands", { name: "Bench", timezone: "UTC" });
  let postId = "";
  for (let number = 0; number < 20; number += 1)
    postId = await created("/v1/posts", { brandId, channel: "feed", text: `Post ${number}. `.repeat(20) });
  client.close();
  const functions: Measured[] = [
    {
      name: "get-post",
      tableCalls: 2,
      request: { path: "/v1/posts/{id}", pathParameters: { id: postId } },
    },
    {
      name: "list-posts",
      tableCalls: 3,
      request: { path: "/v1/posts", queryStringParameters: { limit: "20" } },
    },
    {
      name: "update-brand",
      tableCalls: 3,
      request: { path: "/v1/brands/{id}", pathParameters: { id: brandId }, body: { name: "Bench" } },
    },
  ];
  const env = {
    TABLE_NAME: tableName,
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "bench",
    AWS_SECRET_ACCESS_KEY: "bench",
    AWS_ENDPOINT_URL_DYNAMODB: dynamoDb,
  };
  const rows: [Measured, FunctionCosts][] = [];
  for (const measured of functions) rows.push([measured, await costsOf(measured, key, env)]);
  return rows;
}

async function costsOf(
  { name, request }: Measured,
  key: string,
  env: NodeJS.ProcessEnv,
): Promise<FunctionCosts> {
  const bundle = join(bundlesDirectory, "api", name, "index.mjs");
  const child = fork(join(import.meta.dirname, "memory-sizes", "measured-function.ts"), [bundle], {
    env,
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  child.send(gatewayEvent({ ...request, headers: { Authorization: `Bearer ${key}` } }));
  const [costs] = trusted<[FunctionCosts | number]>(
    await Promise.race([once(child, "message"), once(child, "exit")]),
  );
  if (typeof costs !== "object") throw new Error(`the function ${name} failed`);
  return costs;
}

function rowsOf([{ name, tableCalls }, { load, firstCall, call }]: [Measured, FunctionCosts]) {
  return sizesMiB.map((size) => {
    const slower = wholeProcessorMiB / size;
    const warmMs = call * slower + tableCalls * tableCallMs;
    const gibSeconds = (warmMs / 1000) * (size / 1024);
    return {
      function: name,
      MiB: size,
      "own part of a cold start, ms": Math.round((load + firstCall) * slower),
      "warm, ms": Math.round(warmMs),
      "million calls, USD": Number((gibSeconds * price.gibSecond * 1e6 + price.millionRequests).toFixed(2)),
    };
  });
}

await runBench(
  () => ({}),
  "",
  async () => {
    const measured = await measure();
    console.log("processor time, ms");
    console.table(measured.map(([{ name }, costs]) => ({ function: name, ...costs })));
    console.table(measured.flatMap(rowsOf));
    return true;
  },
);
