import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";
import { bundlesDirectory, inputsOf } from "../../../lib/bundle.ts";

/** Only commands that a bundle holds because it sends them. */
const COMMAND_NEEDS: Readonly<Record<string, readonly string[]>> = {
  CreateScheduleCommand: ["scheduler:CreateSchedule"],
  DeleteScheduleCommand: ["scheduler:DeleteSchedule"],
};

/**
 * Only operations that a bundle holds because it calls them. A channel has queries for its measuring in the bundle that publishes; the
 * writes of a commit stand in one function, and so do sealing and opening.
 */
const OPERATION_NEEDS: Readonly<Record<string, readonly string[]>> = {
  GetItem: ["dynamodb:GetItem"],
  BatchGetItem: ["dynamodb:BatchGetItem"],
  BatchWriteItem: ["dynamodb:BatchWriteItem"],
  BatchExecuteStatement: ["dynamodb:PartiQLInsert", "dynamodb:PartiQLUpdate"],
  Decrypt: ["kms:Decrypt"],
  SendMessageBatch: ["sqs:SendMessage"],
};

let outputs: Metafile["outputs"] | undefined;

/** The actions that a bundle (`api/get-run`) certainly needs, by the commands and operations of AWS that are in it. */
export function neededActions(bundle: string): string[] {
  outputs ??= readOutputs();
  const inputs = inputsOf(bundle, outputs);
  if (Object.keys(inputs).length === 0) throw new Error(`There is no bundle ${bundle}`);
  const modules = Object.keys(inputs).filter((path) => (inputs[path]?.bytesInOutput ?? 0) > 0);
  const actions = Object.keys(COMMAND_NEEDS)
    .filter((command) => modules.some((path) => path.endsWith(`/commands/${command}.js`)))
    .flatMap((command) => COMMAND_NEEDS[command] ?? []);
  const text = globSync(join(bundlesDirectory, bundle, "*.mjs"))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  const operationActions = [...text.matchAll(/\.send\("(\w+)"/g)].flatMap(
    ([, name = ""]) => OPERATION_NEEDS[name] ?? [],
  );
  return [...new Set([...actions, ...operationActions])];
}

function readOutputs(): Metafile["outputs"] {
  const meta: Metafile = JSON.parse(readFileSync(join(bundlesDirectory, "meta.json"), "utf8"));
  return meta.outputs;
}
