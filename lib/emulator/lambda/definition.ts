import { availableParallelism } from "node:os";
import type { Resource } from "../assembly.ts";
import { asText, isJsonObject, numberAt, textAt } from "../json.ts";

/** A function of the template. */
export interface FunctionDefinition {
  readonly name: string;
  readonly logicalId: string;
  readonly arn: string;
  readonly directory: string;
  readonly handler: string;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  /** How many run at once. */
  readonly concurrency: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** More threads than the processors can run only take memory and the time to warm up; fewer would wait for each other's I/O. */
const DEFAULT_CONCURRENCY = Math.min(8, Math.max(4, 2 * availableParallelism()));

export function functionDefinition(resource: Resource): FunctionDefinition {
  const { properties, assetDirectory } = resource;
  const where = `${resource.stack}/${resource.logicalId} (${resource.type})`;
  const runtime = textAt(properties, "Runtime") ?? "";
  if (!runtime.startsWith("nodejs"))
    throw new Error(`${where}: the local runtime runs no Runtime ${runtime}`);
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
    concurrency: numberAt(properties, "ReservedConcurrentExecutions") ?? DEFAULT_CONCURRENCY,
    environment: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, asText(value)])),
  };
}
