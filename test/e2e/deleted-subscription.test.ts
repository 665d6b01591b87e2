import { ok } from "@oazapfts/runtime";
import { expect, it, vi } from "vitest";
import * as api from "../../client/api.ts";
import { pageOfDeliveries } from "../../functions/table/deliveries.ts";
import { newOrganization } from "../support/api/organization.ts";
import { openEndpoint } from "../support/e2e/endpoint.ts";
import { requestOptions } from "../support/e2e/request-options.ts";
import { openTestClient } from "../support/e2e/service.ts";
import { provided } from "../support/setup/provided.ts";
import { tableAt } from "../support/table/table.ts";

it("a deleted subscription gets no further attempt, and its deliveries are deleted, without a dead letter", async () => {
  const service = provided("service");
  const client = openTestClient(service);
  const { organizationId, keys } = await newOrganization();
  const options = requestOptions(client, keys.write);
  const failingEndpoint = async () => {
    const endpoint = await openEndpoint(service.tls, () => 503);
    const newWebhookSubscription = { url: endpoint.url, events: ["post.failed" as const] };
    return { endpoint, ...(await ok(api.createWebhook({ newWebhookSubscription }, options))) };
  };
  const { endpoint, id: webhookId } = await failingEndpoint();
  const remaining = await failingEndpoint();
  for (const id of [webhookId, webhookId, remaining.id]) await ok(api.testWebhook({ id }, options));

  const table = tableAt(service.database);
  const listDeliveries = async () =>
    (
      await pageOfDeliveries(
        table,
        organizationId,
        webhookId,
        { order: "asc", limit: 10, after: null },
        Date.now(),
      )
    ).rows;
  const waitOptions = { timeout: 60_000, interval: 100 };
  const failedOnce = { status: "pending", nextAttempt: 2, attempts: [{ number: 1, statusCode: 503 }] };
  await vi.waitFor(
    async () => expect(await listDeliveries()).toMatchObject([failedOnce, failedOnce]),
    waitOptions,
  );
  expect((await api.deleteWebhook({ id: webhookId }, options)).status).toBe(204);

  await vi.waitFor(async () => expect(await listDeliveries()).toEqual([]), waitOptions);
  // The second attempts are due ten seconds after the first ones, and that of the remaining subscription is the last.
  await vi.waitFor(() => expect(remaining.endpoint.received).toHaveLength(2), waitOptions);
  expect(endpoint.received).toHaveLength(2);
  const letters = await ok(api.listDeadLetters({}, requestOptions(client, keys.read)));
  expect(letters).toEqual({ data: [], nextCursor: null });
}, 120_000);
