import process from "node:process";
import type { AwsCall } from "./aws-call.ts";
import { isAt, type Moment } from "./moments.ts";
import type { Rule, Verdict } from "./proxy.ts";
import { type Random, seeded } from "./random.ts";

/** What is to go wrong. It travels to the service's process as JSON. */
export type Plan =
  | { kind: "nothing" }
  /** Power is cut when the nth such call arrives at its engine, or when the engine has applied it and nobody knows. */
  | { kind: "kill"; at: Moment; when: "before" | "after"; nth: number }
  /** Every message is sent twice at once. */
  | { kind: "twice" }
  /** So many of the calls of DynamoDB, SQS and Scheduler fail, in one way or another. */
  | { kind: "random"; seed: number; share: number }
  /** The answer of the first such call is lost. */
  | { kind: "lose"; at: Moment }
  /** Every call of one action with this text in it fails. */
  | { kind: "refuse"; action: string; naming: string };

const forward: Verdict = { kind: "forward" };

/** The rule of a plan; `onFault` is told of each thing that goes wrong by it. */
export function ruleOf(plan: Plan, onFault: () => void): Rule {
  const rule = bareRuleOf(plan);
  return (call) => {
    const verdict = rule(call);
    if (verdict.kind !== "forward") onFault();
    return verdict;
  };
}

function bareRuleOf(plan: Plan): Rule {
  switch (plan.kind) {
    case "nothing":
      return () => forward;
    case "kill":
      return killing(plan);
    case "twice":
      return ({ action }) => (action === "SendMessageBatch" ? { kind: "twice" } : forward);
    case "random": {
      const random = seeded(plan.seed);
      return (call) => (random() < plan.share ? someFault(call, random) : forward);
    }
    case "lose": {
      let isLost = false;
      return (call) => {
        if (isLost || !isAt(plan.at, call)) return forward;
        isLost = true;
        return { kind: "lose" };
      };
    }
    case "refuse":
      return ({ action, body }) =>
        action === plan.action && JSON.stringify(body).includes(plan.naming)
          ? { kind: "refuse", status: 500, code: "InternalServerError" }
          : forward;
  }
}

function killing({ at, when, nth }: Extract<Plan, { kind: "kill" }>): Rule {
  let seen = 0;
  return (call) => {
    if (!isAt(at, call)) return forward;
    seen += 1;
    if (seen < nth) return forward;
    // What comes later must not pass while the one that is to be applied still is on its way.
    if (seen > nth) return { kind: "around", before: never };
    return { kind: "around", [when]: die };
  };
}

function die(): Promise<void> {
  process.kill(process.pid, "SIGKILL");
  // The signal ends us at once; should it not, nothing more may pass.
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

function someFault({ service }: AwsCall, random: Random): Verdict {
  // The key service is no part of this: its answers are kept by whoever asked once.
  if (service === "kms") return forward;
  const faults: Verdict[] = [
    { kind: "refuse", status: 400, code: throttling[service] },
    {
      kind: "refuse",
      status: 500,
      code: service === "dynamodb" ? "InternalServerError" : "InternalServerException",
    },
    { kind: "reset" },
    { kind: "lose" },
    { kind: "partial", isLeftOut: () => random() < 0.5 },
  ];
  return faults[Math.floor(random() * faults.length)] ?? forward;
}
