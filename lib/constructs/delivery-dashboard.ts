import { Duration } from "aws-cdk-lib";
import { Dashboard, GraphWidget, type IMetric, MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import {
  type Breakdown,
  type MetricName,
  metricNamespace,
  serviceName,
} from "../../functions/contract/metrics.ts";
import { deliveryMetric } from "./delivery-metrics.ts";

const PERIOD = Duration.minutes(5);
const GRAPH = { width: 12, height: 6 };

/** How webhook deliveries fare: what no alarm is for shows here. */
export function deliveryDashboard(scope: Construct): void {
  new Dashboard(scope, "DeliveryDashboard", {
    defaultInterval: Duration.days(1),
    widgets: [
      [
        graph("Attempts", [sum("DeliveryAttempts"), sum("DeliverySuccesses"), sum("DeliveryFailures")]),
        graph("Failures by reason", [byEach("DeliveryFailures", "reason", "Sum")]),
      ],
      [
        graph("An endpoint's answer", percentiles("DeliveryLatency")),
        graph("From an event to the start of its first attempt", percentiles("DeliveryDelay")),
      ],
      [
        graph("Later attempts, behind their time", percentiles("DeliveryLateness")),
        graph("Waits for slow endpoints, and endpoints given up", [
          sum("WaitingForSlowEndpoints"),
          sum("WebhooksDisabled"),
        ]),
      ],
      [
        graph("Dead letters not resolved", [
          byEach("DeadLettersOpen", "status", "Maximum"),
          sum("DeadLettersOpened"),
          sum("DeadLettersResolved"),
        ]),
        graph("Longest in its status", [byEach("OldestDeadLetterAge", "status", "Maximum")]),
      ],
    ],
  });
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ ...GRAPH, title, left, leftYAxis: { min: 0 } });
}

function sum(name: MetricName): IMetric {
  return deliveryMetric(name, { statistic: "Sum", period: PERIOD });
}

function percentiles(name: MetricName): IMetric[] {
  return ["p50", "p95", "p99"].map((statistic) =>
    deliveryMetric(name, { statistic, period: PERIOD, label: statistic }),
  );
}

type KeysOf<Union> = Union extends unknown ? keyof Union : never;

/** A line for every value that the dimension has had: a search finds also those that come to be later. */
function byEach(name: MetricName, dimension: KeysOf<Breakdown>, statistic: string): IMetric {
  const schema = `{${metricNamespace},service,${dimension}}`;
  return new MathExpression({
    expression: `SEARCH('${schema} MetricName="${name}" service="${serviceName}"', '${statistic}')`,
    label: `\${PROP('Dim.${dimension}')}`,
    period: PERIOD,
  });
}
