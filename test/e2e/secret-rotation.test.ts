import { createHmac, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { ok } from "@oazapfts/runtime";
import { expect, it, vi } from "vitest";
import * as api from "../../client/api.ts";
import { readWebhook } from "../../functions/table/webhooks.ts";
import { newOrganization } from "../support/api/organization.ts";
import { openEndpoint } from "../support/e2e/endpoint.ts";
import { requestOptions } from "../support/e2e/request-options.ts";
import { openTestClient } from "../support/e2e/service.ts";
import { provided } from "../support/setup/provided.ts";
import { tableAt } from "../support/table/table.ts";

const signature = (body: string, secret: string) =>
  `v1=${createHmac("sha256", secret).update(body).digest("hex")}`;

it("a test event reaches an endpoint that is not subscribed to its type, signed with the secrets that are current then", async () => {
  const service = provided("service");
  const client = openTestClient(service);
  const { organizationId, keys } = await newOrganization();
  const endpoint = await openEndpoint(service.tls);
  const options = requestOptions(client, keys.write);
  const subscribe = (newWebhookSubscription: api.NewWebhookSubscription) =>
    ok(api.createWebhook({ newWebhookSubscription }, options));
  const { url } = endpoint;
  const { id } = await subscribe({ url, events: ["post.failed"], secret: "first" });
  // This one is subscribed to the type, and still gets no test event of another subscription.
  const bystander = await openEndpoint(service.tls);
  await subscribe({ url: bystander.url, events: ["webhook.test"] });
  const rotate = (secretRotation: api.SecretRotation) =>
    ok(api.rotateWebhookSecret({ id, secretRotation }, options));

  /** Sends a test event. Returns the signatures that the endpoint received, and the expected ones by two secrets. */
  const test = async (current: string, previous: string) => {
    const { eventId } = await ok(api.testWebhook({ id }, options));
    const { headers, body } = await vi.waitFor(
      () => {
        const found = endpoint.received.find((one) => one.body.includes(eventId));
        if (found === undefined) throw new Error(`no ${eventId}`);
        return found;
      },
      { timeout: 15_000, interval: 20 },
    );
    const { data } = JSON.parse(body);
    expect(data).toEqual({ organizationId, webhookId: id, sentAt: expect.stringMatching(/Z$/) });
    expect(headers).toMatchObject({ "x-service-event": "webhook.test", "x-service-attempt": "1" });
    return {
      signed: [headers["x-service-signature"], headers["x-service-signature-previous"]],
      expected: [signature(body, current), signature(body, previous)],
      inBody: { signature: JSON.parse(body).signature, body },
    };
  };

  const before = await test("first", "none");
  expect(before.signed).toEqual([before.expected[0], undefined]);
  const { signature: own, body } = before.inBody;
  expect(own).toBe(signature(body.replace(own, ""), "first"));

  // The client sends the request twice, as after a lost response: the overlap stays.
  for (const graceSeconds of [600, 600]) await rotate({ secret: "second", graceSeconds });
  const during = await test("second", "first");
  expect(during.signed).toEqual(during.expected);

  await rotate({ secret: "third", graceSeconds: 0 });
  const after = await test("third", "second");
  expect(after.signed).toEqual([after.expected[0], undefined]);

  await ok(api.updateWebhook({ id, webhookSubscriptionChanges: { secret: null } }, options));
  const without = await test("none", "third");
  expect(without.signed).toEqual([undefined, undefined]);
  expect(without.inBody.signature).toBeUndefined();

  expect(endpoint.received).toHaveLength(4);
  expect(bystander.received).toEqual([]);
  const succeeded = { type: "webhook.test", status: "succeeded", attempts: [{ number: 1, statusCode: 204 }] };
  const fourTimes = Array.from({ length: 4 }, () => succeeded);
  await vi.waitFor(
    async () => expect(await ok(api.listDeliveries({ id }, options))).toMatchObject({ data: fourTimes }),
    { timeout: 15_000, interval: 100 },
  );

  // Clients see each request as it arrived, although no secret that signed it is stored any more.
  const { data } = await ok(api.listDeliveries({ id, order: "asc" }, options));
  expect(data.map((delivery) => ({ body: delivery.body, ...delivery.attempts[0]?.request }))).toEqual(
    endpoint.received.map((one) => ({ body: one.body, url, headers: namedHeaders(one.headers) })),
  );
}, 90_000);

const headerNames = [
  "Content-Type",
  "Content-Length",
  "User-Agent",
  "X-Service-Event",
  "X-Service-Delivery",
  "X-Service-Attempt",
  "X-Service-Signature",
  "X-Service-Signature-Previous",
];

/** The headers that arrived, without those that HTTP itself needs. Their names are as a client sees them. */
function namedHeaders(headers: IncomingHttpHeaders): Record<string, unknown> {
  const { host: _, connection: __, ...others } = headers;
  return Object.fromEntries(
    Object.entries(others).map(([lower, value]) => [
      headerNames.find((name) => name.toLowerCase() === lower) ?? lower,
      value,
    ]),
  );
}

it("a secret cannot be read in the table or in the log", async () => {
  const service = provided("service");
  const client = openTestClient(service);
  const { organizationId, keys } = await newOrganization();
  const endpoint = await openEndpoint(service.tls);
  const options = requestOptions(client, keys.write);
  const secrets = [randomUUID(), randomUUID(), randomUUID()];
  const [first = "", second = "", third = ""] = secrets;
  const newWebhookSubscription = { url: endpoint.url, events: ["post.failed" as const], secret: first };
  const { id } = await ok(api.createWebhook({ newWebhookSubscription }, options));
  await ok(api.rotateWebhookSecret({ id, secretRotation: { secret: second, graceSeconds: 600 } }, options));
  await ok(api.testWebhook({ id }, options));
  await vi.waitFor(() => expect(endpoint.received).toHaveLength(1), { timeout: 15_000, interval: 20 });
  const table = tableAt(service.database);
  const stored = [JSON.stringify(await readWebhook(table, organizationId, id))];
  await ok(api.updateWebhook({ id, webhookSubscriptionChanges: { secret: third } }, options));
  stored.push(JSON.stringify(await readWebhook(table, organizationId, id)));
  // The bytes that are stored as base64 are checked too.
  const decoded = stored.flatMap((row) => row.match(/[A-Za-z0-9+/=]{16,}/g) ?? []);
  stored.push(...decoded.map((text) => Buffer.from(text, "base64").toString("latin1")));

  const log = readFileSync(join(service.stateDirectory, "functions.log"), "utf8");
  expect(log).toContain("DeliveriesWorker");
  for (const secret of secrets)
    for (const text of [log, ...stored]) expect(text.includes(secret)).toBe(false);
}, 60_000);
