import type { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import {
  type Breakdown,
  type MetricName,
  metricNamespace,
  serviceName,
} from "../../functions/contract/metrics.ts";

/** A metric that the functions publish, with the dimensions under which they publish it. */
export function deliveryMetric(
  name: MetricName,
  options: { statistic: string; period: Duration; by?: Breakdown; label?: string },
): Metric {
  const { by, ...rest } = options;
  const dimensionsMap = { service: serviceName, ...by };
  return new Metric({ ...rest, namespace: metricNamespace, metricName: name, dimensionsMap });
}
