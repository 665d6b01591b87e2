import process from "node:process";
import type { Endpoints } from "../../../lib/emulator/lambda/environment.ts";
import type { ClockAnchor } from "../../../lib/emulator/service-date.ts";
import { startServiceRuntime } from "../../../lib/local/service-runtime.ts";
import { type Plan, ruleOf } from "./plan.ts";
import { standBetween } from "./proxy.ts";

/** How the service is started: the first argument, as JSON. */
export interface Start {
  assemblyDirectory: string;
  stateDirectory: string;
  caFile: string;
  speed: number;
}

/** What the process says when the service is ready. */
export interface Ready {
  kind: "ready";
  /** Those of the engines themselves. */
  endpoints: Endpoints;
  tableName: string;
  keyId: string;
  anchor: ClockAnchor;
  /** Each function's name, and each queue's URL, by its logical id. */
  functions: Record<string, string>;
  queues: Record<string, string>;
}

/** What the process answers to a message: so many things have gone wrong since it was started. */
export interface Changed {
  kind: "changed";
  faults: number;
}

// The service in a process of its own, with a proxy between its functions and its engines that fails by plan. A
// message to it is a plan that takes the place of the one before, or asks for the count.
const start: Start = JSON.parse(process.argv[2] ?? "");
let faults = 0;
const count = () => {
  faults += 1;
};
let rule = ruleOf({ kind: "nothing" }, count);
process.on("message", (plan: Plan | "count") => {
  if (plan !== "count") rule = ruleOf(plan, count);
  process.send?.({ kind: "changed", faults } satisfies Changed);
});
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

const { assembly, clock, endpoints } = await startServiceRuntime({
  assemblyDirectory: start.assemblyDirectory,
  stateDirectory: start.stateDirectory,
  speed: start.speed,
  publicHost: "localhost",
  extraCaFile: start.caFile,
  between: (engines) => standBetween(engines, () => rule),
  log: () => undefined,
});
const refs = (type: "AWS::Lambda::Function" | "AWS::SQS::Queue") =>
  Object.fromEntries(assembly.ofType(type).map(({ logicalId, ref }) => [logicalId, ref]));
process.send?.({
  kind: "ready",
  endpoints,
  tableName: assembly.ofType("AWS::DynamoDB::Table")[0]?.ref ?? "",
  keyId: assembly.ofType("AWS::KMS::Key")[0]?.attributes["Arn"] ?? "",
  anchor: clock.anchor,
  functions: refs("AWS::Lambda::Function"),
  queues: refs("AWS::SQS::Queue"),
} satisfies Ready);
