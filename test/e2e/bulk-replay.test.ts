import { ok } from "@oazapfts/runtime";
import { expect, inject, it, vi } from "vitest";
import { insertWebhook } from "../../functions/table/webhooks.ts";
import { newOrganization } from "../support/api/organization.ts";
import { storeGivenUp } from "../support/api/world.ts";
import * as api from "../support/client/api.ts";
import { anEndpoint } from "../support/e2e/endpoint.ts";
import { caller } from "../support/e2e/request-options.ts";
import { aClient } from "../support/e2e/service.ts";
import { aDelivery, aWebhook } from "../support/table/entities.ts";
import { tableAt } from "../support/table/table.ts";

// More than the service puts back at a time.
const count = 60;

const byId = ([one]: readonly unknown[], [another]: readonly unknown[]) =>
  String(one) < String(another) ? -1 : 1;

it("the dead letters of one subscription go out again together, each once, in their own bytes", async () => {
  const service = inject("service");
  const client = aClient(service);
  const { organizationId, keys } = await newOrganization();
  const table = tableAt(service.database);
  const [endpoint, other] = [await anEndpoint(service.tls), await anEndpoint(service.tls)];
  const webhook = { ...aWebhook(organizationId), url: endpoint.url };
  const otherWebhook = { ...aWebhook(organizationId), url: other.url };
  for (const one of [webhook, otherWebhook]) await insertWebhook(table, one);
  const deliveries = [];
  for (let index = 0; index < count; index += 1) deliveries.push(await storeGivenUp(aDelivery(webhook)));
  await storeGivenUp(aDelivery(otherWebhook));

  const [reader, writer] = [caller(client, keys.read), caller(client, keys.write)];
  const webhookId = webhook.id;
  const asked = await api.replayDeadLetters(
    { deadLettersReplay: { webhookId, status: ["final_attempt_pending"] } },
    writer,
  );
  expect(asked).toMatchObject({ status: 202, data: { count } });

  const current = async (filter: Parameters<typeof api.listDeadLetters>[0]) =>
    (await ok(api.listDeadLetters({ limit: 100, ...filter }, reader))).data;
  await vi.waitFor(
    async () => expect(await current({ webhookId, status: ["resolved"] })).toHaveLength(count),
    { timeout: 60_000, interval: 500 },
  );
  const got = endpoint.delivered.map(({ headers, body }) => [
    headers["x-service-delivery"],
    headers["x-service-attempt"],
    body,
  ]);
  expect(got.toSorted(byId)).toEqual(deliveries.map(({ id, body }) => [id, "1", body]).toSorted(byId));
  expect(other.delivered).toEqual([]);
  const stillThere = await current({ status: ["final_attempt_pending"] });
  expect(stillThere).toMatchObject([{ webhookId: otherWebhook.id }]);
  const again = await api.replayDeadLetters({ deadLettersReplay: { webhookId } }, writer);
  expect(again).toMatchObject({ status: 202, data: { count: 0 } });
}, 120_000);
