import { describeResource, type Resource } from "../assembly.ts";
import { isJsonObject, listAt, numberAt, parseJsonObject, textAt } from "../json.ts";
import { compileFilter, type EventFilter } from "./filter.ts";

/** An event source mapping of the template. Undefined `retryAttempts` and `recordAgeSeconds` mean no limit. */
export interface Mapping {
  id: string;
  sourceArn: string;
  functionName: string;
  batchSize: number;
  batchingWindowSeconds: number;
  reportsItemFailures: boolean;
  matches: EventFilter;
  /** SQS only. */
  maximumConcurrency: number | undefined;
  /** This and all below: streams only. */
  startingPosition: "TRIM_HORIZON" | "LATEST";
  /** How many batches of a shard run at once. */
  parallelizationFactor: number;
  bisects: boolean;
  retryAttempts: number | undefined;
  recordAgeSeconds: number | undefined;
  onFailureArn: string | undefined;
}

/** Reads a mapping's properties. Returns undefined for a mapping that is not enabled. */
export function readMapping(resource: Resource): Mapping | undefined {
  const { properties } = resource;
  const where = describeResource(resource);
  if (properties["Enabled"] === false) return undefined;
  const sourceArn = textAt(properties, "EventSourceArn") ?? "";
  const startingPosition = textAt(properties, "StartingPosition") ?? "TRIM_HORIZON";
  if (startingPosition !== "TRIM_HORIZON" && startingPosition !== "LATEST")
    throw new Error(`${where}: the emulator does not know StartingPosition ${startingPosition}`);
  const responses = listAt(properties, "FunctionResponseTypes");
  const filters = listAt(properties, "FilterCriteria", "Filters").map((filter) =>
    compileFilter(parseJsonObject(textAt(filter, "Pattern") ?? "", `${where}: FilterCriteria`), where),
  );
  return {
    id: resource.ref,
    sourceArn,
    functionName: textAt(properties, "FunctionName") ?? "",
    batchSize: numberAt(properties, "BatchSize") ?? (sourceArn.includes(":sqs:") ? 10 : 100),
    batchingWindowSeconds: numberAt(properties, "MaximumBatchingWindowInSeconds") ?? 0,
    reportsItemFailures: responses.includes("ReportBatchItemFailures"),
    matches: (event) => filters.length === 0 || filters.some((filter) => filter(event)),
    maximumConcurrency: numberAt(properties, "ScalingConfig", "MaximumConcurrency"),
    startingPosition,
    parallelizationFactor: numberAt(properties, "ParallelizationFactor") ?? 1,
    bisects: properties["BisectBatchOnFunctionError"] === true,
    retryAttempts: limit(numberAt(properties, "MaximumRetryAttempts")),
    recordAgeSeconds: limit(numberAt(properties, "MaximumRecordAgeInSeconds")),
    onFailureArn: textAt(properties, "DestinationConfig", "OnFailure", "Destination"),
  };
}

/** -1 means no limit. */
function limit(value: number | undefined): number | undefined {
  return value === undefined || value < 0 ? undefined : value;
}

/**
 * Returns the identifiers that a function reports as failed. Returns "all" when the report is malformed or names an
 * identifier that is not in the batch: Lambda then treats the whole batch as failed.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export function readItemFailures(
  payload: Parameters<typeof listAt>[0],
  given: readonly string[],
): "all" | string[] {
  if (
    !isJsonObject(payload) ||
    payload["batchItemFailures"] === undefined ||
    payload["batchItemFailures"] === null
  )
    return [];
  const failures = payload["batchItemFailures"];
  if (!Array.isArray(failures)) return "all";
  const named: string[] = [];
  for (const failure of failures) {
    const identifier = textAt(failure, "itemIdentifier");
    if (identifier === undefined || !given.includes(identifier)) return "all";
    named.push(identifier);
  }
  return named;
}
