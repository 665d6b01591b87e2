import type { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import {
  type MetricDimension,
  type MetricName,
  metricNamespace,
  serviceName,
} from "../../functions/contract/metrics.ts";

/** A metric that the functions publish, with the dimensions under which they publish it. */
export function deliveryMetric(
  name: MetricName,
  options: { statistic: string; period: Duration; dimension?: MetricDimension; label?: string },
): Metric {
  const { dimension, ...rest } = options;
  const dimensionsMap = { service: serviceName, ...dimension };
  return new Metric({ ...rest, namespace: metricNamespace, metricName: name, dimensionsMap });
}
