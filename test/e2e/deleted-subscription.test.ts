import { expect, inject, it, vi } from "vitest";
import { pageOfDeliveries } from "../../functions/table/deliveries.ts";
import { at, words } from "../../lib/demo/client.ts";
import { newOrganization } from "../support/organization.ts";
import { tableAt } from "../support/table.ts";
import { anEndpoint } from "./endpoint.ts";
import { aClient } from "./subscription.ts";

it("a deleted subscription gets no further attempt: what was on its way ends as cancelled, with no dead letter", async () => {
  const service = inject("service");
  const client = aClient(service);
  const { organizationId, keys } = await newOrganization();
  const endpoint = await anEndpoint(service.tls, () => 503);
  const write = async (method: string, path: string, body?: unknown) => {
    const answer = await client.call(method, path, { key: keys.write, ...(body !== undefined && { body }) });
    expect(answer.status).toBeLessThan(300);
    return answer.json;
  };
  const webhook = await write("POST", "/v1/webhooks", { url: endpoint.url, events: ["post.failed"] });
  const webhookId = words(at(webhook, "id"));
  for (let count = 0; count < 2; count += 1) await write("POST", `/v1/webhooks/${webhookId}/test`);

  const table = tableAt(service.database);
  const standing = async () =>
    (await pageOfDeliveries(table, organizationId, webhookId, { order: "asc", limit: 10, after: null })).rows;
  const patience = { timeout: 60_000, interval: 100 };
  const failedOnce = { status: "pending", nextAttempt: 2, attempts: [{ number: 1, statusCode: 503 }] };
  await vi.waitFor(async () => expect(await standing()).toMatchObject([failedOnce, failedOnce]), patience);
  await write("DELETE", `/v1/webhooks/${webhookId}`);

  // Their second attempts come due ten seconds after the first.
  const cancelled = { status: "cancelled", nextAttempt: null, attempts: [{ number: 1 }] };
  await vi.waitFor(async () => expect(await standing()).toMatchObject([cancelled, cancelled]), patience);
  expect(endpoint.delivered).toHaveLength(2);
  const { json } = await client.call("GET", "/v1/webhooks/dead-letters", { key: keys.read });
  expect(json).toEqual({ data: [], nextCursor: null });
}, 120_000);
