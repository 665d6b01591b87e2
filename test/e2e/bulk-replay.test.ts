import { ok } from "@oazapfts/runtime";
import { expect, it, vi } from "vitest";
import * as api from "../../client/api.ts";
import { insertWebhook } from "../../functions/table/webhooks.ts";
import { newOrganization } from "../support/api/organization.ts";
import { storeDeadLettered } from "../support/delivery/deliveries.ts";
import { openEndpoint } from "../support/e2e/endpoint.ts";
import { requestOptions } from "../support/e2e/request-options.ts";
import { openTestClient } from "../support/e2e/service.ts";
import { provided } from "../support/setup/provided.ts";
import { aDelivery, aWebhook } from "../support/table/entities.ts";
import { tableAt } from "../support/table/table.ts";

// More dead letters than one replay message handles.
const count = 60;

const byId = ([one]: readonly unknown[], [another]: readonly unknown[]) =>
  String(one) < String(another) ? -1 : 1;

it("a bulk replay sends every dead letter of one subscription again, each once and in its own bytes", async () => {
  const service = provided("service");
  const client = openTestClient(service);
  const { organizationId, keys } = await newOrganization();
  const table = tableAt(service.database);
  const [endpoint, other] = [await openEndpoint(service.tls), await openEndpoint(service.tls)];
  const webhook = { ...aWebhook(organizationId), url: endpoint.url };
  const otherWebhook = { ...aWebhook(organizationId), url: other.url };
  for (const one of [webhook, otherWebhook]) await insertWebhook(table, one);
  const deliveries = [];
  for (let index = 0; index < count; index += 1)
    deliveries.push(await storeDeadLettered(table, aDelivery(webhook)));
  await storeDeadLettered(table, aDelivery(otherWebhook));

  const [readOptions, writeOptions] = [requestOptions(client, keys.read), requestOptions(client, keys.write)];
  const webhookId = webhook.id;
  const replay = await ok(
    api.replayDeadLetters(
      { deadLettersReplay: { webhookId, status: ["final_attempt_pending"] } },
      writeOptions,
    ),
  );
  expect(replay).toMatchObject({ status: "running", count, replayed: 0 });

  const listLetters = async (filter: Parameters<typeof api.listDeadLetters>[0]) =>
    (await ok(api.listDeadLetters({ limit: 100, ...filter }, readOptions))).data;
  await vi.waitFor(
    async () => expect(await listLetters({ webhookId, status: ["resolved"] })).toHaveLength(count),
    { timeout: 60_000, interval: 500 },
  );
  const requests = endpoint.received.map(({ headers, body }) => [
    headers["x-service-delivery"],
    headers["x-service-attempt"],
    body,
  ]);
  expect(requests.toSorted(byId)).toEqual(deliveries.map(({ id, body }) => [id, "1", body]).toSorted(byId));
  expect(other.received).toEqual([]);
  const remaining = await listLetters({ status: ["final_attempt_pending"] });
  expect(remaining).toMatchObject([{ webhookId: otherWebhook.id }]);
  const ended = {
    id: replay.id,
    status: "finished",
    count,
    replayed: count,
    skipped: 0,
    finishedAt: expect.any(String),
  };
  await vi.waitFor(
    async () => expect(await ok(api.getBulkReplay({ id: replay.id }, readOptions))).toMatchObject(ended),
    { timeout: 10_000, interval: 100 },
  );
  const again = await api.replayDeadLetters({ deadLettersReplay: { webhookId } }, writeOptions);
  expect(again).toMatchObject({ status: 202, data: { count: 0, status: "finished" } });
}, 120_000);
