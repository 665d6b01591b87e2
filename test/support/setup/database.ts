import { rmSync } from "node:fs";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import type { TestProject } from "vitest/node";
import { loadAssembly, type Resource } from "../../../lib/emulator/assembly.ts";
import { ensureTable } from "../../../lib/emulator/dynamodb/tables.ts";
import { startDynamoDb } from "../../../lib/emulator/dynamodb.ts";
import { DataStack } from "../../../lib/stacks/data.ts";
import { newMemoryFolder } from "./memory-folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    database: { endpoint: string; tableName: string; template: Resource };
  }
}

/** Starts one real engine for all tests of the table, with the table of the template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = newMemoryFolder("content-pipeline-table-");
  const app = new App({ outdir: join(directory, "assembly"), builtinCloudFormationValidation: false });
  new DataStack(app, "ContentPipelineData");
  app.synth();
  const engine = await startDynamoDb(process.env.TEST_DATABASE ?? "dynoxide", join(directory, "state"));
  const assembly = loadAssembly(join(directory, "assembly"), {
    publicHost: "localhost",
    queueUrlBase: "",
    secretValue: (arn) => arn,
  });
  const [table] = assembly.ofType("AWS::DynamoDB::Table");
  if (table === undefined) throw new Error("the template has no table");
  await ensureTable(engine.endpoint, table);
  project.provide("database", { endpoint: engine.endpoint, tableName: table.ref, template: table });
  return async () => {
    await engine.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}
