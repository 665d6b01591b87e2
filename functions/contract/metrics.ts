/** The namespace in CloudWatch of every metric that the functions publish. */
export const metricNamespace = "ContentPipeline";

/** What `service` is in every line of the log, and in every metric's dimensions. */
export const serviceName = "content-pipeline";

/** Every metric with its unit; docs/operations.md says what each means. */
export const metricUnits = {
  DeliveryAttempts: "Count",
  DeliverySuccesses: "Count",
  DeliveryFailures: "Count",
  DeliveryLatency: "Milliseconds",
  DeliveryDelay: "Milliseconds",
  DeliveryLateness: "Milliseconds",
  WaitingForSlowEndpoints: "Count",
  WebhooksDisabled: "Count",
  DeadLettersOpened: "Count",
  DeadLettersResolved: "Count",
  DeadLettersOpen: "Count",
  OldestDeadLetterAge: "Seconds",
} as const satisfies Record<string, "Count" | "Milliseconds" | "Seconds">;

export type MetricName = keyof typeof metricUnits;

/**
 * The dimension that a figure has besides the service. Both have few values, which nobody's data can add to: a metric
 * by customer, subscription or URL would cost without bound, and tell about customers whoever may see a graph.
 */
export type Breakdown = { reason: string } | { status: string };

/** One value of a metric, in the metric's unit. */
export interface MetricValue {
  name: MetricName;
  value: number;
  by?: Breakdown;
}
