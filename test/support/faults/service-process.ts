import process from "node:process";
import type { AccessKey } from "../../../lib/emulator/access-key.ts";
import type { Endpoints } from "../../../lib/emulator/lambda/environment.ts";
import type { ClockAnchor } from "../../../lib/emulator/service-date.ts";
import { startServiceRuntime } from "../../../lib/local/service-runtime.ts";
import { type FaultPlan, ruleFor } from "./fault-plan.ts";
import { startFaultProxy } from "./fault-proxy.ts";

/** The first argument of the process, as JSON. */
export interface ServiceOptions {
  assemblyDirectory: string;
  stateDirectory: string;
  caFile: string;
  speed: number;
}

/** The message that the process sends when the service is ready. */
export interface Ready {
  kind: "ready";
  /** The URLs of the engines, not of the proxy. */
  endpoints: Endpoints;
  /** The key with which calls of the engines are signed. */
  accessKey: AccessKey;
  tableName: string;
  keyId: string;
  anchor: Omit<ClockAnchor, "skippedSeconds">;
  /** Each function's name, and each queue's URL, by its logical id. */
  functions: Record<string, string>;
  queues: Record<string, string>;
}

/** The reply to every message. */
export interface FaultCount {
  kind: "fault count";
  /** Faults since the process started. */
  faults: number;
}

// Runs the service with a fault proxy between its functions and its engines. A message to this process is either a
// plan,
// which replaces the previous plan, or "count".
const options: ServiceOptions = JSON.parse(process.argv[2] ?? "");
let faults = 0;
const countFault = () => {
  faults += 1;
};
let rule = ruleFor({ kind: "none" }, countFault);
process.on("message", (plan: FaultPlan | "count") => {
  if (plan !== "count") rule = ruleFor(plan, countFault);
  process.send?.({ kind: "fault count", faults } satisfies FaultCount);
});
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

const { assembly, clock, endpoints, accessKey } = await startServiceRuntime({
  assemblyDirectory: options.assemblyDirectory,
  stateDirectory: options.stateDirectory,
  speed: options.speed,
  publicHost: "localhost",
  extraCaFile: options.caFile,
  between: (engines, key) => startFaultProxy(engines, () => rule, undefined, key),
  log: () => undefined,
});
const { monotonicMs, serviceMs, speed } = clock.anchor;
const refs = (type: "AWS::Lambda::Function" | "AWS::SQS::Queue") =>
  Object.fromEntries(assembly.ofType(type).map(({ logicalId, ref }) => [logicalId, ref]));
process.send?.({
  kind: "ready",
  endpoints,
  accessKey,
  tableName: assembly.ofType("AWS::DynamoDB::Table")[0]?.ref ?? "",
  keyId: assembly.ofType("AWS::KMS::Key")[0]?.attributes["Arn"] ?? "",
  anchor: { monotonicMs, serviceMs, speed },
  functions: refs("AWS::Lambda::Function"),
  queues: refs("AWS::SQS::Queue"),
} satisfies Ready);
