import { expect } from "vitest";
import { metricNamespace } from "../../../functions/contract/metrics.ts";
import {
  type Json,
  type JsonObject,
  listAt,
  parseJsonObject,
  textAt,
  valueAt,
} from "../../../lib/emulator/json.ts";

interface LoggedMetrics {
  dimensions: JsonObject;
  values: Record<string, readonly Json[]>;
  units: Record<string, Json | undefined>;
  others: string[];
}

/** The metrics of a line of a function's log, and its dimensions, both by name. */
export function metricsOf(line: string): LoggedMetrics {
  const blob = parseJsonObject(line, "the line");
  const [directive] = listAt(blob, "_aws", "CloudWatchMetrics");
  expect(textAt(directive, "Namespace")).toBe(metricNamespace);
  const metrics = listAt(directive, "Metrics").map((metric) => textAt(metric, "Name") ?? "");
  const [dimensions = [], ...others] = listAt(directive, "Dimensions");
  expect(others).toEqual([]);
  const names = Array.isArray(dimensions) ? dimensions.map(String) : [];
  return {
    dimensions: Object.fromEntries(names.map((name) => [name, blob[name] ?? null])),
    values: Object.fromEntries(metrics.map((name) => [name, valuesOf(blob[name])])),
    // Every other field of the line would be indexed with it.
    others: Object.keys(blob).filter((name) => ![...metrics, ...names, "_aws"].includes(name)),
    units: Object.fromEntries(
      listAt(directive, "Metrics").map((metric) => [textAt(metric, "Name"), valueAt(metric, "Unit")]),
    ),
  };
}

/** A line has a metric with one value as that value, and one with several values as a list. */
function valuesOf(value: Json | undefined): readonly Json[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}
