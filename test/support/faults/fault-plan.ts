import process from "node:process";
import type { AwsCall } from "./aws-call.ts";
import { type CrashPoint, isCallAt } from "./crash-points.ts";
import type { Fault, FaultRule } from "./fault-proxy.ts";
import { type Random, seeded } from "./seeded-random.ts";

/** What goes wrong in the service from now on. It is sent to the service's process as JSON. */
export type FaultPlan =
  | { kind: "none" }
  /**
   * The service's process is killed at the nth such call: before the engine gets it, or after the engine applied it, or
   * every other entry of a batch, and before the response.
   */
  | { kind: "kill"; at: CrashPoint; when: "before" | "after" | "half-way"; nth: number }
  /** Every SQS message is sent twice at once. */
  | { kind: "twice" }
  /** A share (0 to 1) of the calls to DynamoDB, SQS and Scheduler fails, each in one of several ways. */
  | { kind: "random"; seed: number; share: number }
  /** The response of the first such call is lost. */
  | { kind: "lose response"; at: CrashPoint }
  /** Every call of one action whose body contains this text fails. */
  | { kind: "error"; action: string; containing: string };

const noFault: Fault = { kind: "none" };

/** Returns the rule of a plan, which calls `onFault` for each fault that it causes. */
export function ruleFor(plan: FaultPlan, onFault: () => void): FaultRule {
  const rule = ruleWithoutCount(plan);
  return (call) => {
    const fault = rule(call);
    if (fault.kind !== "none") onFault();
    return fault;
  };
}

function ruleWithoutCount(plan: FaultPlan): FaultRule {
  switch (plan.kind) {
    case "none":
      return () => noFault;
    case "kill":
      return killRule(plan);
    case "twice":
      return ({ action }) => (action === "SendMessageBatch" ? { kind: "twice" } : noFault);
    case "random": {
      const random = seeded(plan.seed);
      return (call) => (random() < plan.share ? randomFault(call, random) : noFault);
    }
    case "lose response": {
      let isLost = false;
      return (call) => {
        if (isLost || !isCallAt(plan.at, call)) return noFault;
        isLost = true;
        return { kind: "lose response" };
      };
    }
    case "error":
      return ({ action, body }) =>
        action === plan.action && JSON.stringify(body).includes(plan.containing)
          ? { kind: "error", status: 500, code: "InternalServerError" }
          : noFault;
  }
}

function killRule({ at, when, nth }: Extract<FaultPlan, { kind: "kill" }>): FaultRule {
  let seen = 0;
  return (call) => {
    if (!isCallAt(at, call)) return noFault;
    seen += 1;
    if (seen < nth) return noFault;
    // The engine must not get later calls while the nth one is still being applied.
    if (seen > nth) return { kind: "hook", before: never };
    if (when !== "half-way") return { kind: "hook", [when]: killThisProcess };
    let entries = 0;
    return { kind: "partial", isLeftOut: () => (entries += 1) % 2 === 0, after: killThisProcess };
  };
}

function killThisProcess(): Promise<void> {
  process.kill(process.pid, "SIGKILL");
  // The signal ends the process at once. Until then no call may pass.
  return never();
}

function never(): Promise<void> {
  return new Promise<void>(() => undefined);
}

const throttling: Readonly<Record<AwsCall["service"], string>> = {
  dynamodb: "ProvisionedThroughputExceededException",
  sqs: "ThrottlingException",
  scheduler: "ThrottlingException",
  kms: "ThrottlingException",
};

function randomFault({ service }: AwsCall, random: Random): Fault {
  // KMS calls do not fail here: the functions cache the responses.
  if (service === "kms") return noFault;
  const faults: Fault[] = [
    { kind: "error", status: 400, code: throttling[service] },
    {
      kind: "error",
      status: 500,
      code: service === "dynamodb" ? "InternalServerError" : "InternalServerException",
    },
    { kind: "reset" },
    { kind: "lose response" },
    { kind: "partial", isLeftOut: () => random() < 0.5 },
  ];
  return faults[Math.floor(random() * faults.length)] ?? noFault;
}
