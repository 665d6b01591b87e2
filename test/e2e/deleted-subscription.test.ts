import { ok } from "@oazapfts/runtime";
import { expect, it, vi } from "vitest";
import { pageOfDeliveries } from "../../functions/table/deliveries.ts";
import { newOrganization } from "../support/api/organization.ts";
import * as api from "../support/client/api.ts";
import { openEndpoint } from "../support/e2e/endpoint.ts";
import { requestOptions } from "../support/e2e/request-options.ts";
import { openTestClient } from "../support/e2e/service.ts";
import { provided } from "../support/setup/provided.ts";
import { tableAt } from "../support/table/table.ts";

it("a deleted subscription gets no further attempt: its pending deliveries are cancelled, without a dead letter", async () => {
  const service = provided("service");
  const client = openTestClient(service);
  const { organizationId, keys } = await newOrganization();
  const endpoint = await openEndpoint(service.tls, () => 503);
  const options = requestOptions(client, keys.write);
  const newWebhookSubscription = { url: endpoint.url, events: ["post.failed" as const] };
  const { id: webhookId } = await ok(api.createWebhook({ newWebhookSubscription }, options));
  for (let count = 0; count < 2; count += 1) await ok(api.testWebhook({ id: webhookId }, options));

  const table = tableAt(service.database);
  const listDeliveries = async () =>
    (await pageOfDeliveries(table, organizationId, webhookId, { order: "asc", limit: 10, after: null })).rows;
  const waitOptions = { timeout: 60_000, interval: 100 };
  const failedOnce = { status: "pending", nextAttempt: 2, attempts: [{ number: 1, statusCode: 503 }] };
  await vi.waitFor(
    async () => expect(await listDeliveries()).toMatchObject([failedOnce, failedOnce]),
    waitOptions,
  );
  expect((await api.deleteWebhook({ id: webhookId }, options)).status).toBe(204);

  // The second attempts are due ten seconds after the first ones.
  const cancelled = { status: "cancelled", nextAttempt: null, attempts: [{ number: 1 }] };
  await vi.waitFor(
    async () => expect(await listDeliveries()).toMatchObject([cancelled, cancelled]),
    waitOptions,
  );
  expect(endpoint.received).toHaveLength(2);
  const letters = await ok(api.listDeadLetters({}, requestOptions(client, keys.read)));
  expect(letters).toEqual({ data: [], nextCursor: null });
}, 120_000);
