import { beforeAll, describe, expect, it } from "vitest";
import { metricNamespace, metricUnits, serviceName } from "../../functions/contract/metrics.ts";
import { openStatuses } from "../../functions/domain/delivery.ts";
import { isJsonObject, type Json, listAt, numberAt, textAt } from "../../lib/local/json.ts";
import { type Synthesis, synthesis, type TemplateResource } from "./synthesis.ts";

let all: Synthesis;
beforeAll(async () => {
  all = await synthesis();
});

/** The alarm on webhook deliveries whose logical id begins so. */
function alarm(id: string): TemplateResource {
  const found = all.ofType("AWS::CloudWatch::Alarm").find(({ logicalId }) => logicalId.startsWith(id));
  if (found === undefined) throw new Error(`there is no alarm ${id}`);
  return found;
}

interface Named {
  namespace: string;
  name: string;
  dimensions: Record<string, string>;
}

/** The metrics that an alarm looks at, its own or those of its expression. */
function metricsOf({ properties }: TemplateResource): Named[] {
  const inExpression = listAt(properties, "Metrics").flatMap((one) => {
    const stat = isJsonObject(one) && isJsonObject(one["MetricStat"]) ? one["MetricStat"] : {};
    return stat["Metric"] === undefined ? [] : [stat["Metric"]];
  });
  return (inExpression.length > 0 ? inExpression : [properties]).map(named);
}

function named(metric: Json): Named {
  const dimensions = listAt(metric, "Dimensions").map((one) => [textAt(one, "Name"), textAt(one, "Value")]);
  return {
    namespace: textAt(metric, "Namespace") ?? "",
    name: textAt(metric, "MetricName") ?? "",
    dimensions: Object.fromEntries(dimensions),
  };
}

const statuses = (id: string) => metricsOf(alarm(id)).map(({ dimensions }) => dimensions["status"]);

const ids = ["DeadLettersOpen", "DeadLettersForgotten", "DeadLettersStuck", "DeliveryFailureRatio"];

describe("the alarms on deliveries", () => {
  it.each(ids)(
    "%s looks at metrics that the functions publish, says what users notice, and tells the topic",
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

  it("watch every open status for depth, and each for its age", () => {
    expect(new Set(statuses("DeadLettersOpen"))).toEqual(new Set(openStatuses));
    const aged = [...statuses("DeadLettersForgotten"), ...statuses("DeadLettersStuck")];
    expect(new Set(aged)).toEqual(new Set(openStatuses));
  });

  it("wait for a working day with what a subscriber must mend, and for two hours with what the service promised", () => {
    expect(numberAt(alarm("DeadLettersForgotten").properties, "Threshold")).toBe(3 * 24 * 60 * 60);
    expect(numberAt(alarm("DeadLettersStuck").properties, "Threshold")).toBe(2 * 60 * 60);
  });

  it("take the share of failures over 15 minutes, and of no less than 100 attempts", () => {
    const metrics = listAt(alarm("DeliveryFailureRatio").properties, "Metrics");
    const expressions = metrics.flatMap((one) => textAt(one, "Expression") ?? []);
    expect(expressions).toEqual(["IF(attempts >= 100, failures / attempts, 0)"]);
    const periods = metrics.flatMap((one) => numberAt(one, "MetricStat", "Period") ?? []);
    expect(periods).toEqual([900, 900]);
    expect(numberAt(alarm("DeliveryFailureRatio").properties, "Threshold")).toBe(0.5);
  });
});

it("has a dashboard that shows every metric", () => {
  const [dashboard] = all.ofType("AWS::CloudWatch::Dashboard");
  const body = JSON.stringify(dashboard?.properties["DashboardBody"]);
  const missing = Object.keys(metricUnits).filter((name) => !body.includes(name));
  expect(missing).toEqual([]);
});
