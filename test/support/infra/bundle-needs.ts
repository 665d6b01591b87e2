import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundlesDirectory } from "../../../lib/bundle.ts";

/** Only commands that a bundle holds because it sends them; the writes of a commit, and sealing and opening, stand in one module each. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  GetCommand: ["dynamodb:GetItem"],
  BatchGetCommand: ["dynamodb:BatchGetItem"],
  BatchWriteCommand: ["dynamodb:BatchWriteItem"],
  BatchExecuteStatementCommand: ["dynamodb:PartiQLInsert", "dynamodb:PartiQLUpdate"],
  DecryptCommand: ["kms:Decrypt"],
  CreateScheduleCommand: ["scheduler:CreateSchedule"],
  DeleteScheduleCommand: ["scheduler:DeleteSchedule"],
  SendMessageCommand: ["sqs:SendMessage"],
  SendMessageBatchCommand: ["sqs:SendMessage"],
};

type Outputs = Record<string, { inputs: Record<string, { bytesInOutput: number }> }>;

let outputs: Outputs | undefined;

/** The actions that a bundle (`api/get-run`) certainly needs, by the AWS commands that are in it. */
export function neededActions(bundle: string): string[] {
  outputs ??= readOutputs();
  const inputs = outputs[`build/functions/${bundle}/index.mjs`]?.inputs;
  if (inputs === undefined) throw new Error(`There is no bundle ${bundle}`);
  const modules = Object.keys(inputs).filter((path) => (inputs[path]?.bytesInOutput ?? 0) > 0);
  const actions = Object.keys(NEEDS)
    .filter((command) => modules.some((path) => path.endsWith(`/commands/${command}.js`)))
    .flatMap((command) => NEEDS[command] ?? []);
  return [...new Set(actions)];
}

function readOutputs(): Outputs {
  const meta: { outputs: Outputs } = JSON.parse(readFileSync(join(bundlesDirectory, "meta.json"), "utf8"));
  return meta.outputs;
}
