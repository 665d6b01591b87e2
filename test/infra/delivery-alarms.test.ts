import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { metricNamespace, metricUnits, serviceName } from "../../functions/contract/metrics.ts";
import { openStatuses } from "../../functions/domain/delivery.ts";
import { permitsFor } from "../../functions/domain/endpoint-health.ts";
import { projectRoot } from "../../lib/bundle.ts";
import { isJsonObject, type Json, listAt, numberAt, textAt, valueAt } from "../../lib/emulator/json.ts";
import { queueWorkers } from "../../lib/stacks/queue-workers.ts";
import {
  functionDescribed,
  type Synthesis,
  synthesis,
  type TemplateResource,
} from "../support/infra/synthesis.ts";

let all: Synthesis;
beforeAll(() => {
  all = synthesis();
});

/** The alarm whose logical id begins with `id`. */
function alarm(id: string): TemplateResource {
  const found = all.ofType("AWS::CloudWatch::Alarm").find(({ logicalId }) => logicalId.startsWith(id));
  if (found === undefined) throw new Error(`There is no alarm ${id}`);
  return found;
}

interface NamedMetric {
  namespace: string;
  name: string;
  dimensions: Record<string, string>;
}

/** The metrics that an alarm reads: its own, or those of its expression. */
function metricsOf({ properties }: TemplateResource): NamedMetric[] {
  const inExpression = listAt(properties, "Metrics").flatMap((one) => {
    const stat = isJsonObject(one) && isJsonObject(one["MetricStat"]) ? one["MetricStat"] : {};
    return stat["Metric"] === undefined ? [] : [stat["Metric"]];
  });
  return (inExpression.length > 0 ? inExpression : [properties]).map(namedMetric);
}

function namedMetric(metric: Json): NamedMetric {
  const dimensions = listAt(metric, "Dimensions").map((one) => [textAt(one, "Name"), textAt(one, "Value")]);
  return {
    namespace: textAt(metric, "Namespace") ?? "",
    name: textAt(metric, "MetricName") ?? "",
    dimensions: Object.fromEntries(dimensions),
  };
}

const statuses = (id: string) => metricsOf(alarm(id)).map(({ dimensions }) => dimensions["status"]);

const ids = [
  "DeadLettersOpen",
  "DeadLettersForgotten",
  "DeadLettersStuck",
  "DeliveryFailureRatio",
  "DeliveryLate",
  "SigningKeyUnavailable",
];

function queueOf(name: "deliveries" | "dead-letters"): TemplateResource {
  const worker = functionDescribed(all, queueWorkers[name].description);
  const mapping = all
    .ofType("AWS::Lambda::EventSourceMapping")
    .find((one) => textAt(one.properties, "FunctionName", "Ref") === worker.logicalId);
  const id = listAt(mapping?.properties, "EventSourceArn", "Fn::GetAtt")[0];
  const queue = all.ofType("AWS::SQS::Queue").find(({ logicalId }) => logicalId === id);
  if (queue === undefined) throw new Error(`There is no queue ${name}`);
  return queue;
}

/** An alarm's expressions, and its metrics, each as name, statistic and period in seconds. */
function expressionOf(id: string): { expressions: string[]; statistics: (string | number | undefined)[][] } {
  const metrics = listAt(alarm(id).properties, "Metrics");
  return {
    expressions: metrics.flatMap((one) => textAt(one, "Expression") ?? []),
    statistics: metrics.flatMap((one) => {
      const stat = valueAt(one, "MetricStat");
      return stat === undefined
        ? []
        : [[textAt(stat, "Metric", "MetricName"), textAt(stat, "Stat"), numberAt(stat, "Period")]];
    }),
  };
}

describe("the alarms on deliveries", () => {
  it.each(ids)(
    "the alarm %s reads metrics that the functions publish, states the impact on users, and notifies the topic",
    (id) => {
      const found = alarm(id);
      for (const { namespace, name, dimensions } of metricsOf(found)) {
        expect(namespace).toBe(metricNamespace);
        expect(Object.keys(metricUnits)).toContain(name);
        expect(dimensions).toMatchObject({ service: serviceName });
      }
      expect(textAt(found.properties, "AlarmDescription")).toMatch(/^Impact: .+ What to do: .+/);
      expect(listAt(found.properties, "AlarmActions")).toHaveLength(1);
      expect(textAt(found.properties, "TreatMissingData")).toBe("notBreaching");
    },
  );

  it("the alarms on dead letters watch the number and the age of every open status", () => {
    expect(new Set(statuses("DeadLettersOpen"))).toEqual(new Set(openStatuses));
    const aged = [...statuses("DeadLettersForgotten"), ...statuses("DeadLettersStuck")];
    expect(new Set(aged)).toEqual(new Set(openStatuses));
  });

  it("the alarms on dead letters take the sum of all open ones, and the older of two ages, from five-minute maximums", () => {
    const expressionsOf = (id: string) =>
      listAt(alarm(id).properties, "Metrics").flatMap((one) => textAt(one, "Expression") ?? []);
    expect(expressionsOf("DeadLettersOpen")).toEqual(["final + replaying + exhausted"]);
    expect(expressionsOf("DeadLettersStuck")).toEqual(["MAX([final, replaying])"]);
    for (const id of ["DeadLettersOpen", "DeadLettersStuck"])
      for (const one of listAt(alarm(id).properties, "Metrics").filter(
        (metric) => textAt(metric, "Expression") === undefined,
      )) {
        expect(textAt(one, "MetricStat", "Stat")).toBe("Maximum");
        expect(numberAt(one, "MetricStat", "Period")).toBe(300);
      }
    const { properties } = alarm("DeadLettersForgotten");
    expect(textAt(properties, "Statistic")).toBe("Maximum");
    expect(numberAt(properties, "Period")).toBe(300);
  });

  it("the alarms go off above their thresholds, after two periods at most", () => {
    for (const id of ids) {
      const { properties } = alarm(id);
      expect(textAt(properties, "ComparisonOperator")).toBe("GreaterThanThreshold");
      expect(numberAt(properties, "EvaluationPeriods")).toBeLessThanOrEqual(2);
    }
    expect(numberAt(alarm("DeadLettersOpen").properties, "Threshold")).toBe(1_000);
  });

  it("the alarms allow three days for an exhausted dead letter and two hours for one that waits for an attempt", () => {
    expect(numberAt(alarm("DeadLettersForgotten").properties, "Threshold")).toBe(3 * 24 * 60 * 60);
    expect(numberAt(alarm("DeadLettersStuck").properties, "Threshold")).toBe(2 * 60 * 60);
  });

  it("the failure ratio is over 15 minutes, and 0 for fewer than 100 attempts", () => {
    const { expressions, statistics } = expressionOf("DeliveryFailureRatio");
    expect(expressions).toEqual(["IF(attempts >= 100, failures / attempts, 0)"]);
    expect(statistics).toEqual([
      ["DeliveryAttempts", "Sum", 900],
      ["DeliveryFailures", "Sum", 900],
    ]);
    expect(numberAt(alarm("DeliveryFailureRatio").properties, "Threshold")).toBe(0.5);
  });

  it("first attempts are late when nine of ten of at least 700 start after more than a minute, for ten minutes", () => {
    const { properties } = alarm("DeliveryLate");
    const { expressions, statistics } = expressionOf("DeliveryLate");
    expect(expressions).toEqual(["IF(attempts >= 700, delay, 0)"]);
    expect(statistics).toEqual([
      ["DeliveryDelay", "SampleCount", 300],
      ["DeliveryDelay", "p10", 300],
    ]);
    expect(numberAt(properties, "Threshold")).toBe(60_000);
    expect(numberAt(properties, "EvaluationPeriods")).toBe(2);
  });

  it("one endpoint that hangs gets too few attempts to raise the alarm DeliveryLate", () => {
    const atOnce = permitsFor({ pace: "hanging" }) * queueWorkers["slow-deliveries"].batchSize;
    const attemptSeconds = 10;
    const lateMax = (300 / attemptSeconds) * atOnce;
    expect(lateMax).toBeLessThan(0.9 * 700);
  });

  it("the alarm DeliveriesWaiting goes off when deliveries to quick endpoints pile up or stop for five minutes, without counting retries that are not due", () => {
    const { properties } = alarm("DeliveriesWaiting");
    const { expressions, statistics } = expressionOf("DeliveriesWaiting");
    expect(expressions).toEqual(["IF(waiting > 1000 OR (waiting > 0 AND handled < 1), 1, 0)"]);
    expect(statistics).toEqual([
      ["ApproximateNumberOfMessagesVisible", "Minimum", 300],
      ["NumberOfMessagesDeleted", "Sum", 300],
    ]);
    const QueueName = { "Fn::GetAtt": [queueOf("deliveries").logicalId, "QueueName"] };
    for (const metric of listAt(properties, "Metrics").flatMap(
      (one) => valueAt(one, "MetricStat", "Metric") ?? [],
    ))
      expect(metric).toMatchObject({
        Namespace: "AWS/SQS",
        Dimensions: [{ Name: "QueueName", Value: QueueName }],
      });
    expect(properties).toMatchObject({
      Threshold: 0,
      EvaluationPeriods: 1,
      TreatMissingData: "notBreaching",
    });
    expect(listAt(properties, "AlarmActions")).toHaveLength(1);
  });
});

// SQS leaves a message out of the age once it was received three times.
it("a failed message that is not recorded raises an alarm after the second try fails and before the third one does", () => {
  const hiddenSeconds = numberAt(queueOf("dead-letters").properties, "VisibilityTimeout") ?? 0;
  const { properties } = alarm("DeadLettersOldestMessage");
  expect(properties).toMatchObject({ MetricName: "ApproximateAgeOfOldestMessage", Period: 60 });
  const above = numberAt(properties, "Threshold") ?? 0;
  expect(above).toBeGreaterThan(hiddenSeconds);
  const seenSeconds = above + 60 * (numberAt(properties, "EvaluationPeriods") ?? 0);
  expect(seenSeconds).toBeLessThan(2 * hiddenSeconds);
});

it("every log line that an alarm quotes is in the source of a function", () => {
  const folder = join(projectRoot, "functions");
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(folder, file), "utf8"));
  const quoted = all
    .ofType("AWS::CloudWatch::Alarm")
    .flatMap(({ properties }) => [
      ...(textAt(properties, "AlarmDescription") ?? "").matchAll(/(?<=\s)'([^']+)'(?=[.,])/g),
    ])
    .map(([, line]) => line);
  expect(quoted.length).toBeGreaterThan(0);
  for (const line of quoted)
    expect(
      sources.some((source) => source.includes(`"${line}"`)),
      line,
    ).toBe(true);
});

it("the dashboard shows every metric that the functions publish", () => {
  const [dashboard] = all.ofType("AWS::CloudWatch::Dashboard");
  const body = JSON.stringify(dashboard?.properties["DashboardBody"]);
  const missing = Object.keys(metricUnits).filter((name) => !body.includes(name));
  expect(missing).toEqual([]);
});

describe("docs/operations.md", () => {
  const text = readFileSync(join(projectRoot, "docs", "operations.md"), "utf8");

  it("docs/operations.md says what to do for every alarm that has its own name", () => {
    const names = all
      .ofType("AWS::CloudWatch::Alarm")
      .map(({ logicalId }) => logicalId.replace(/[0-9A-F]{8}$/, ""))
      .filter((name) => !name.endsWith("OldestMessage"));
    expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });

  it("docs/operations.md names log groups that exist", () => {
    const prefixes = [...text.matchAll(/`ContentPipelineWorkers-(\w+)`/g)].map(([, name]) => name ?? "");
    const groups = all.ofType("AWS::Logs::LogGroup").map(({ logicalId }) => logicalId);
    expect(prefixes.length).toBeGreaterThan(0);
    for (const name of prefixes) expect(groups.filter((id) => id.startsWith(name))).toHaveLength(1);
  });
});
