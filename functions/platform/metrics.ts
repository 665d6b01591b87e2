import { Metrics } from "@aws-lambda-powertools/metrics";
import {
  type MetricDimension,
  type MetricValue,
  metricNamespace,
  metricUnits,
  serviceName,
} from "../contract/metrics.ts";

/** One store for each set of dimensions: a line of the embedded metric format has one value for a dimension. */
const stores = new Map<string, Metrics>();

/** Notes figures for the metrics of this invocation. */
export function recordMetrics(...figures: readonly MetricValue[]): void {
  for (const { name, value, dimension } of figures)
    storeOf(dimension).addMetric(name, metricUnits[name], value);
}

/**
 * Prints the figures of an invocation, a line for each set of dimensions, which CloudWatch reads as metrics. What an
 * invocation that dies has noted is lost: the figures are for watching, and nothing is decided by them.
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
