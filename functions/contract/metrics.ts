/** The CloudWatch namespace of every metric that the functions publish. */
export const metricNamespace = "ContentPipeline";

/** The value of `service` in every log line and in the dimensions of every metric. */
export const serviceName = "content-pipeline";

/** Every metric with its unit. docs/operations.md explains each of them. */
export const metricUnits = {
  DeliveryAttempts: "Count",
  DeliverySuccesses: "Count",
  DeliveryFailures: "Count",
  DeliveryLatency: "Milliseconds",
  DeliveryDelay: "Milliseconds",
  DeliveryLateness: "Milliseconds",
  WaitingForSlowEndpoints: "Count",
  WebhooksDisabled: "Count",
  MessagesPostponed: "Count",
  DeadLettersOpened: "Count",
  DeadLettersResolved: "Count",
  DeadLettersOpen: "Count",
  OldestDeadLetterAge: "Seconds",
  OldestOutboxAge: "Seconds",
} as const satisfies Record<string, "Count" | "Milliseconds" | "Seconds">;

export type MetricName = keyof typeof metricUnits;

/**
 * The second dimension of a metric, after the service. Both kinds have a small, fixed set of values. A dimension with a
 * customer, a subscription or a URL would have no cost limit, and would show customer data to everyone who can see a
 * graph.
 */
export type MetricDimension = { reason: string } | { status: string };

/** One value of a metric, in the metric's unit. */
export interface MetricValue {
  name: MetricName;
  value: number;
  dimension?: MetricDimension;
}
