import { Metrics } from "@aws-lambda-powertools/metrics";
import {
  type MetricDimension,
  type MetricValue,
  metricNamespace,
  metricUnits,
  serviceName,
} from "../contract/metrics.ts";

/** One store for each set of dimensions: a line of the embedded metric format has one value per dimension. */
const stores = new Map<string, Metrics>();

/** Adds metric values to this invocation. */
export function recordMetrics(...values: readonly MetricValue[]): void {
  for (const { name, value, dimension } of values)
    storeOf(dimension).addMetric(name, metricUnits[name], value);
}

/**
 * Prints the metric values of an invocation, one line per set of dimensions, which CloudWatch reads as metrics. The values
 * of an invocation that dies are lost: metrics are for monitoring only, and no decision depends on them.
 */
export function publishMetrics(): void {
  for (const store of stores.values()) if (store.hasStoredMetrics()) store.publishStoredMetrics();
}

function storeOf(dimension: MetricDimension | undefined): Metrics {
  const key = JSON.stringify(dimension);
  const known = stores.get(key);
  if (known !== undefined) return known;
  const opened = new Metrics({
    namespace: metricNamespace,
    serviceName,
    defaultDimensions: { ...dimension },
  });
  stores.set(key, opened);
  return opened;
}
