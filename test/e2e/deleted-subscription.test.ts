import { ok } from "@oazapfts/runtime";
import { expect, inject, it, vi } from "vitest";
import { pageOfDeliveries } from "../../functions/table/deliveries.ts";
import { newOrganization } from "../support/api/organization.ts";
import * as api from "../support/client/api.ts";
import { anEndpoint } from "../support/e2e/endpoint.ts";
import { caller } from "../support/e2e/request-options.ts";
import { aClient } from "../support/e2e/service.ts";
import { tableAt } from "../support/table/table.ts";

it("a deleted subscription gets no further attempt: what was on its way ends as cancelled, with no dead letter", async () => {
  const service = inject("service");
  const client = aClient(service);
  const { organizationId, keys } = await newOrganization();
  const endpoint = await anEndpoint(service.tls, () => 503);
  const by = caller(client, keys.write);
  const newWebhookSubscription = { url: endpoint.url, events: ["post.failed" as const] };
  const { id: webhookId } = await ok(api.createWebhook({ newWebhookSubscription }, by));
  for (let count = 0; count < 2; count += 1) await ok(api.testWebhook({ id: webhookId }, by));

  const table = tableAt(service.database);
  const current = async () =>
    (await pageOfDeliveries(table, organizationId, webhookId, { order: "asc", limit: 10, after: null })).rows;
  const waitOptions = { timeout: 60_000, interval: 100 };
  const failedOnce = { status: "pending", nextAttempt: 2, attempts: [{ number: 1, statusCode: 503 }] };
  await vi.waitFor(async () => expect(await current()).toMatchObject([failedOnce, failedOnce]), waitOptions);
  expect((await api.deleteWebhook({ id: webhookId }, by)).status).toBe(204);

  // Their second attempts come due ten seconds after the first.
  const cancelled = { status: "cancelled", nextAttempt: null, attempts: [{ number: 1 }] };
  await vi.waitFor(async () => expect(await current()).toMatchObject([cancelled, cancelled]), waitOptions);
  expect(endpoint.delivered).toHaveLength(2);
  const letters = await ok(api.listDeadLetters({}, caller(client, keys.read)));
  expect(letters).toEqual({ data: [], nextCursor: null });
}, 120_000);
