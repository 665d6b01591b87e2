import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ulid } from "ulid";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { metricUnits } from "../../functions/contract/metrics.ts";
import { attemptMessage, type Delivery, newDelivery } from "../../functions/domain/delivery.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { dayMs, hourMs, isoTime, minuteMs, secondMs } from "../../functions/domain/time.ts";
import type { Webhook } from "../../functions/domain/webhook.ts";
import { idMaker } from "../../functions/platform/ids.ts";
import { recordDeadLetter } from "../../functions/table/dead-letter-records.ts";
import { pageOfDeadLetters } from "../../functions/table/dead-letters.ts";
import { storeDelivery } from "../../functions/table/deliveries.ts";
import { deadLetterIdOf } from "../../functions/table/keys.ts";
import { openDeadLetterPut } from "../../functions/table/open-dead-letters.ts";
import { acquirePermit } from "../../functions/table/permits.ts";
import { commit } from "../../functions/table/store/commit.ts";
import type { Table } from "../../functions/table/store/table.ts";
import { updateWebhook } from "../../functions/table/webhooks.ts";
import { newAccessKey } from "../../lib/emulator/access-key.ts";
import { loadAssembly } from "../../lib/emulator/assembly.ts";
import { type JsonObject, parseJsonObject, textAt } from "../../lib/emulator/json.ts";
import { openFunctionLog } from "../../lib/emulator/lambda/function-log.ts";
import { startLambdaHost } from "../../lib/emulator/lambda/host.ts";
import { anchorAt } from "../../lib/emulator/service-date.ts";
import { localVariables } from "../../lib/local/service-runtime.ts";
import { queueWorkers } from "../../lib/stacks/queue-workers.ts";
import { aPoison, aStoredDelivery, aStoredWebhook, failTimes } from "../support/delivery/deliveries.ts";
import { eventually, temporaryFolder } from "../support/emulator/assembly-fixture.ts";
import { selfSigned } from "../support/http/self-signed.ts";
import { startHttps } from "../support/http/servers.ts";
import { provided } from "../support/setup/provided.ts";
import { aStart, newId } from "../support/table/entities.ts";
import { ownTable } from "../support/table/own-table.ts";
import { metricsOf } from "../support/workers/logged-metrics.ts";

const certificate = await selfSigned(["localhost"]);
const nowhere = "http://127.0.0.1:1";
const sweep = "Dispatches the outbox messages that the relay missed";
const eventAgeMs = 5 * secondMs;
const newEventId = idMaker(() => Date.now() - eventAgeMs);

let table: Table;
let service: ReturnType<typeof startFunctions>;
beforeEach(async () => {
  const own = await ownTable();
  ({ table } = own);
  service = startFunctions(own);
});

/** The template's functions with a table of their own. They have a database and no other service. */
function startFunctions({ endpoint }: Awaited<ReturnType<typeof ownTable>>) {
  const directory = temporaryFolder();
  const problems: string[] = [];
  const functionLog = openFunctionLog(
    directory,
    () => Date.now(),
    (line) => problems.push(line),
  );
  const assembly = loadAssembly(provided("assemblyDirectory"), {
    publicHost: "localhost",
    queueUrlBase: nowhere,
    secretValue: (arn) => arn,
  });
  const functions = assembly.functions.map((one) => ({
    ...one,
    properties: parseJsonObject(
      JSON.stringify(one.properties).replaceAll(provided("database").tableName, table.name),
      one.logicalId,
    ),
  }));
  const host = startLambdaHost({
    functions,
    endpoints: { dynamodb: endpoint, sqs: nowhere, scheduler: nowhere, kms: nowhere, lambda: nowhere },
    accessKey: newAccessKey(),
    anchor: anchorAt(Date.now(), 1),
    extraCa: certificate.cert,
    variables: localVariables,
    functionLog,
    onProblem: (line) => problems.push(line),
  });
  onTestFinished(async () => {
    await host.stop(0);
    functionLog.close();
  });
  const printed = () =>
    readFileSync(join(directory, "functions.log"), "utf8")
      .split("\n")
      .flatMap((line) => /\{.*\}$/.exec(line)?.[0] ?? []);
  return {
    problems,
    /** Waits for `count` lines of JSON in the functions' log that contain a text, and returns them. */
    lines: (text: string, count: number) =>
      eventually(() => {
        const found = printed().filter((line) => line.includes(text));
        return found.length < count ? undefined : found;
      }),
    async invoke(description: string, messages: readonly OutgoingMessage[] = []) {
      const fn = functions.find(({ properties }) => properties["Description"] === description);
      const Records = messages.map((message, index) => ({
        messageId: String(index),
        body: JSON.stringify(message),
      }));
      const result = await host.invoke(fn?.ref ?? description, { Records });
      expect(result).toMatchObject({ ok: true });
    },
  };
}

/** A subscription with a URL and the given fields. */
async function aWebhookAt(url: string, fields: Partial<Webhook> = {}): Promise<Webhook> {
  const { organizationId, id } = await aStoredWebhook(table);
  const changes = { url, pace: "quick" as const, ...fields, updatedAt: isoTime(Date.now()) };
  return updateWebhook(table, organizationId, id, changes);
}

function begin(webhook: Webhook, queue: "deliveries" | "slow-deliveries" = "deliveries"): OutgoingMessage {
  const start = { ...aStart(webhook), eventId: newEventId("evt") };
  const { organizationId } = webhook;
  const group = organizationId;
  return { queue, body: { kind: "delivery.begin", organizationId, start }, notBeforeMs: 0, group };
}

const reasonOf = ({ dimensions }: { dimensions: JsonObject }) => textAt(dimensions, "reason") ?? "";
const ones = (count: number) => Array.from({ length: count }, () => 1);

it("a batch of attempts logs its metrics once, plus one line for each reason of a failure, without any id or URL", async () => {
  const port = await startHttps(certificate, (request, response) => {
    response.statusCode = request.url === "/fails" ? 503 : 204;
    request.resume().on("end", () => response.end());
  });
  const healthy = await aWebhookAt(`https://localhost:${port}/well`);
  const failingSince = isoTime(Date.now() - 6 * dayMs);
  const failing = await aWebhookAt(`https://localhost:${port}/fails`, { failingSince });
  const unreachable = await aWebhookAt("https://127.0.0.1:1/gone");
  const batch = [begin(healthy), begin(healthy), begin(failing), begin(unreachable)];
  await service.invoke(queueWorkers.deliveries.description, batch);

  const lines = await service.lines('"_aws"', 3);
  const metrics = lines.map(metricsOf);
  const [all, ...byReason] = metrics.toSorted((one, other) => (reasonOf(one) < reasonOf(other) ? -1 : 1));
  expect(byReason).toHaveLength(2);
  expect(all?.dimensions).toEqual({ service: "content-pipeline" });
  expect(all?.values).toMatchObject({
    DeliveryAttempts: ones(4),
    DeliverySuccesses: ones(2),
    DeliveryFailures: ones(2),
    WebhooksDisabled: ones(1),
  });
  expect(all?.values["DeliveryLatency"]).toHaveLength(3);
  const delays = (all?.values["DeliveryDelay"] ?? []).map(Number);
  expect(delays).toHaveLength(4);
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(eventAgeMs);
  expect(byReason.map(({ dimensions, values }) => ({ ...dimensions, ...values }))).toEqual([
    { service: "content-pipeline", reason: "connect", DeliveryFailures: [1] },
    { service: "content-pipeline", reason: "status_5xx", DeliveryFailures: [1] },
  ]);
  for (const { units, others } of [all, ...byReason].flatMap((one) => one ?? [])) {
    expect(metricUnits).toMatchObject(units);
    expect(others).toEqual([]);
  }
  for (const text of ["org_", "whk_", "dlv_", "evt_", "https", "localhost", String(port)])
    expect(lines.join()).not.toContain(text);
});

it("a message that fails does not lose the metrics of its batch", async () => {
  const webhook = await aWebhookAt("https://127.0.0.1:1/slow", {
    pace: "hanging",
  });
  const owner = { organizationId: webhook.organizationId, webhookId: webhook.id };
  const busy = { nowMs: Date.now(), untilMs: Date.now() + hourMs };
  for (const leaseToken of ["one", "two"])
    await acquirePermit(table, owner, { permits: 2, leaseToken, ...busy });
  const message = begin(webhook, "slow-deliveries");
  await service.invoke(queueWorkers["slow-deliveries"].description, [message]);
  const [line = ""] = await service.lines('"_aws"', 1);
  expect(metricsOf(line).values).toEqual({ WaitingForSlowEndpoints: [1] });
});

it("a dead letter is counted when it is recorded, and by every sweep while it is open", async () => {
  const delivery = await aStoredDelivery(table);
  await failTimes(table, delivery, 5);
  const { organizationId, webhookId, id: deliveryId } = delivery;
  const body = { kind: "delivery.dead-letter" as const, organizationId, webhookId, deliveryId, cycle: 1 };
  const message = { queue: "dead-letters" as const, body, notBeforeMs: 0, group: webhookId };
  await service.invoke(queueWorkers["dead-letters"].description, [message]);
  const [opened = ""] = await service.lines('"_aws"', 1);
  expect(metricsOf(opened).values).toEqual({ DeadLettersOpened: [1] });

  const oldest = { id: newId("dlt"), organizationId: newId("org"), webhookId: null };
  await commit(table, [openDeadLetterPut({ ...oldest, status: "exhausted" }, Date.now() - 2 * hourMs)]);
  await service.invoke(sweep);
  const gauges = (await service.lines('"OldestDeadLetterAge"', 3)).map(metricsOf);
  const open = gauges.map(({ dimensions, values }) => [dimensions["status"], values["DeadLettersOpen"]]);
  expect(Object.fromEntries(open)).toEqual({ final_attempt_pending: [1], replaying: [0], exhausted: [1] });
  const age = (status: string) =>
    Number(gauges.find(({ dimensions }) => dimensions["status"] === status)?.values["OldestDeadLetterAge"]);
  expect(age("exhausted")).toBeGreaterThanOrEqual(7_200);
  expect(age("final_attempt_pending")).toBeLessThan(7_200);
  expect(age("replaying")).toBe(0);

  // The log names the dead letter and its organization for the operator. The metrics do not.
  const logged: JsonObject[] = (await service.lines("the oldest dead letter", 2)).map((line) =>
    parseJsonObject(line, "the line"),
  );
  expect(new Set(logged.map(({ deadLetterId }) => deadLetterId))).toEqual(
    new Set([deadLetterIdOf(delivery.id), oldest.id]),
  );
  expect(service.problems).toEqual([]);
});

it("every sweep publishes the age of the oldest message that was not dispatched, and 0 when there is none", async () => {
  await service.invoke(sweep);
  const [idle = ""] = await service.lines('"OldestOutboxAge"', 1);
  expect(metricsOf(idle)).toMatchObject({
    dimensions: { service: "content-pipeline" },
    values: { OldestOutboxAge: [0] },
    others: [],
  });
  const notBeforeMs = Date.now() + dayMs;
  for (const ageMs of [1, 20, 10].map((minutes) => minutes * minuteMs)) {
    const aged = { ...table, newOutboxId: () => ulid(Date.now() - ageMs) };
    await commit(aged, [], { messages: [{ ...aPoison().message, notBeforeMs }] });
  }
  await service.invoke(sweep);
  const ages = (await service.lines('"OldestOutboxAge"', 2)).map(
    (line) => metricsOf(line).values["OldestOutboxAge"],
  );
  expect(Number(ages[1])).toBeGreaterThanOrEqual(20 * 60);
  await service.lines("an outbox item could not be dispatched", 1);
});

it("an event that no worker could fan out is counted once as a dead letter, and once as resolved after its replay", async () => {
  const poison = aPoison();
  const { message } = poison;
  const recorder = queueWorkers["dead-letters"].description;
  await service.invoke(recorder, [message]);
  // The queue delivers the message again.
  await service.invoke(recorder, [message]);
  const { rows } = await pageOfDeadLetters(
    table,
    poison.organizationId,
    { webhookId: undefined, statuses: undefined },
    { order: "asc", limit: 10, after: null },
    Date.now(),
  );
  expect(rows).toMatchObject([{ eventId: poison.eventId, status: "exhausted" }]);
  const replayed = { ...message, body: { ...message.body, replayOf: rows[0]?.id ?? "" } };
  for (let time = 0; time < 2; time += 1) await service.invoke(queueWorkers.events.description, [replayed]);
  const lines = await service.lines('"_aws"', 2);
  expect(lines.map((line) => metricsOf(line).values)).toEqual([
    { DeadLettersOpened: [1] },
    { DeadLettersResolved: [1] },
  ]);
});

it("a dead letter whose final attempt succeeds is counted as resolved, and a delivery without a dead letter is not", async () => {
  const port = await startHttps(certificate, (request, response) => {
    request.resume().on("end", () => response.writeHead(204).end());
  });
  const webhook = await aWebhookAt(`https://localhost:${port}/well`);
  const delivery: Delivery = { ...newDelivery(aStart(webhook)), status: "dead_lettered", nextAttempt: 6 };
  await storeDelivery(table, delivery, Date.now());
  await recordDeadLetter(table, delivery, Date.now());
  const final = attemptMessage(delivery, { cycle: 1, attempt: 6, notBeforeMs: 0 }, webhook);
  await service.invoke(queueWorkers.deliveries.description, [begin(webhook), final]);
  const [line = ""] = await service.lines('"_aws"', 1);
  expect(metricsOf(line).values).toMatchObject({ DeliverySuccesses: ones(2), DeadLettersResolved: ones(1) });
});
