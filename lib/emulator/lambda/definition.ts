import { availableParallelism } from "node:os";
import { describeResource, type Resource } from "../assembly.ts";
import { asText, isJsonObject, listAt, numberAt, textAt } from "../json.ts";

/** A function of the template. */
export interface FunctionDefinition {
  name: string;
  logicalId: string;
  arn: string;
  directory: string;
  handler: string;
  timeoutSeconds: number;
  memoryMb: number;
  /** How many invocations run at once. */
  concurrency: number;
  environment: Readonly<Record<string, string>>;
}

/** More threads than the processors can run cost memory and start-up time; fewer would wait for each other's I/O. */
const defaultConcurrency = Math.min(8, Math.max(4, 2 * availableParallelism()));

export function functionDefinition(resource: Resource): FunctionDefinition {
  const { properties } = resource;
  const [assetDirectory] = resource.assetDirectories;
  const where = describeResource(resource);
  const runtime = textAt(properties, "Runtime") ?? "";
  if (!runtime.startsWith("nodejs"))
    throw new Error(`${where}: the emulator does not run Runtime ${runtime}`);
  if (listAt(properties, "Layers").length > 0) throw new Error(`${where}: the emulator does not run Layers`);
  if (assetDirectory === undefined) throw new Error(`${where}: has no code folder`);
  const variables = properties["Environment"];
  const given = isJsonObject(variables) && isJsonObject(variables["Variables"]) ? variables["Variables"] : {};
  return {
    name: resource.ref,
    logicalId: resource.logicalId,
    arn: resource.attributes["Arn"] ?? resource.ref,
    directory: assetDirectory,
    handler: textAt(properties, "Handler") ?? "index.handler",
    timeoutSeconds: numberAt(properties, "Timeout") ?? 3,
    memoryMb: numberAt(properties, "MemorySize") ?? 128,
    concurrency: numberAt(properties, "ReservedConcurrentExecutions") ?? defaultConcurrency,
    environment: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, asText(value)])),
  };
}
