import { Duration } from "aws-cdk-lib";
import { Dashboard, GraphWidget, type IMetric, MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import {
  type MetricDimension,
  type MetricName,
  metricNamespace,
  serviceName,
} from "../../functions/contract/metrics.ts";
import { deliveryMetric } from "./delivery-metrics.ts";

const period = Duration.minutes(5);
const graphSize = { width: 12, height: 6 };

/** Creates the dashboard of webhook deliveries and of the outbox, with every metric that the functions publish. */
export function deliveryDashboard(scope: Construct): void {
  new Dashboard(scope, "DeliveryDashboard", {
    defaultInterval: Duration.days(1),
    widgets: [
      [
        graph("Attempts", [sum("DeliveryAttempts"), sum("DeliverySuccesses"), sum("DeliveryFailures")]),
        graph("Failures by reason", [byEach("DeliveryFailures", "reason", "Sum")]),
      ],
      [
        graph("Time to an endpoint's response", percentiles("DeliveryLatency")),
        graph("From an event to its first attempt", percentiles("DeliveryDelay")),
      ],
      [
        graph("How late later attempts start", percentiles("DeliveryLateness")),
        graph("Waits for slow endpoints, and disabled endpoints", [
          sum("WaitingForSlowEndpoints"),
          sum("WebhooksDisabled"),
        ]),
      ],
      [graph("Messages that wait, by reason", [byEach("MessagesPostponed", "reason", "Sum")])],
      [
        graph("Open dead letters", [
          byEach("DeadLettersOpen", "status", "Maximum"),
          sum("DeadLettersOpened"),
          sum("DeadLettersResolved"),
        ]),
        graph("Age of the oldest dead letter by status", [
          byEach("OldestDeadLetterAge", "status", "Maximum"),
        ]),
      ],
      [
        graph("Age of the oldest message that was not dispatched", [
          deliveryMetric("OldestOutboxAge", { statistic: "Maximum", period }),
        ]),
      ],
    ],
  });
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ ...graphSize, title, left, leftYAxis: { min: 0 } });
}

function sum(name: MetricName): IMetric {
  return deliveryMetric(name, { statistic: "Sum", period });
}

function percentiles(name: MetricName): IMetric[] {
  return ["p50", "p95", "p99"].map((statistic) =>
    deliveryMetric(name, { statistic, period, label: statistic }),
  );
}

type KeysOf<Union> = Union extends unknown ? keyof Union : never;

/** Shows a line for every value of the dimension. A search expression also finds values that first appear later. */
function byEach(name: MetricName, dimension: KeysOf<MetricDimension>, statistic: string): IMetric {
  const schema = `{${metricNamespace},service,${dimension}}`;
  return new MathExpression({
    expression: `SEARCH('${schema} MetricName="${name}" service="${serviceName}"', '${statistic}')`,
    label: `\${PROP('Dim.${dimension}')}`,
    period,
  });
}
