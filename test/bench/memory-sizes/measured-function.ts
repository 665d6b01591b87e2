/**
 * A process that loads the bundle of one function and calls it, for `memory-sizes.ts`. It is its own process, so that its processor
 * time is that of the function, with V8's own threads.
 */
import process from "node:process";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import { trusted } from "../../../functions/domain/trusted.ts";

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** Milliseconds of processor time. */
export interface FunctionCosts {
  load: number;
  firstCall: number;
  /** The mean of many calls, after others that let V8 optimize. */
  call: number;
}

const warmUpCalls = 300;
const measuredCalls = 500;

const [bundle = ""] = process.argv.slice(2);

async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function measure(event: APIGatewayProxyEvent): Promise<FunctionCosts> {
  let handler: Handler | undefined;
  const context = trusted<Context>({ getRemainingTimeInMillis: () => 29_000 });
  const call = async () => {
    const response = await handler?.(event, context);
    if (response?.statusCode !== 200) throw new Error(`the function returned ${JSON.stringify(response)}`);
  };
  const callOften = async (count: number) => {
    for (let calls = 0; calls < count; calls += 1) await call();
  };
  const load = await processorMs(async () => {
    ({ handler } = trusted<{ handler: Handler }>(await import(bundle)));
  });
  const firstCall = await processorMs(call);
  await callOften(warmUpCalls);
  return { load, firstCall, call: (await processorMs(() => callOften(measuredCalls))) / measuredCalls };
}

process.once("message", (event: APIGatewayProxyEvent) => {
  measure(event).then(
    (costs) => process.send?.(costs, () => process.exit(0)),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
