import { createHmac, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ok } from "@oazapfts/runtime";
import { expect, inject, it, vi } from "vitest";
import { readWebhook } from "../../functions/table/webhooks.ts";
import { newOrganization } from "../support/api/organization.ts";
import * as api from "../support/client/api.ts";
import { anEndpoint } from "../support/e2e/endpoint.ts";
import { caller } from "../support/e2e/request-options.ts";
import { aClient } from "../support/e2e/service.ts";
import { tableAt } from "../support/table/table.ts";

const signature = (body: string, secret: string) =>
  `v1=${createHmac("sha256", secret).update(body).digest("hex")}`;

it("a test reaches an endpoint that did not ask for its type, signed by the secrets of the moment", async () => {
  const service = inject("service");
  const client = aClient(service);
  const { organizationId, keys } = await newOrganization();
  const endpoint = await anEndpoint(service.tls);
  const by = caller(client, keys.write);
  const subscribe = (newWebhookSubscription: api.NewWebhookSubscription) =>
    ok(api.createWebhook({ newWebhookSubscription }, by));
  const { url } = endpoint;
  const { id } = await subscribe({ url, events: ["post.failed"], secret: "first" });
  // It asks for the type, and still gets no test that is not its own.
  const bystander = await anEndpoint(service.tls);
  await subscribe({ url: bystander.url, events: ["webhook.test"] });
  const rotate = (secretRotation: api.SecretRotation) =>
    ok(api.rotateWebhookSecret({ id, secretRotation }, by));

  /** Sends a test; answers with what the endpoint got, and what it would be signed with by two secrets. */
  const test = async (current: string, previous: string) => {
    const { eventId } = await ok(api.testWebhook({ id }, by));
    const { headers, body } = await vi.waitFor(
      () => {
        const found = endpoint.delivered.find((one) => one.body.includes(eventId));
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

  // Twice, as a client does whose first answer was lost: the overlap stays.
  for (const graceSeconds of [600, 600]) await rotate({ secret: "second", graceSeconds });
  const during = await test("second", "first");
  expect(during.signed).toEqual(during.expected);

  await rotate({ secret: "third", graceSeconds: 0 });
  const after = await test("third", "second");
  expect(after.signed).toEqual([after.expected[0], undefined]);

  await ok(api.updateWebhook({ id, webhookSubscriptionChanges: { secret: null } }, by));
  const without = await test("none", "third");
  expect(without.signed).toEqual([undefined, undefined]);
  expect(without.inBody.signature).toBeUndefined();

  expect(endpoint.delivered).toHaveLength(4);
  expect(bystander.delivered).toEqual([]);
  const succeeded = { type: "webhook.test", status: "succeeded", attempts: [{ number: 1, statusCode: 204 }] };
  const fourTimes = Array.from({ length: 4 }, () => succeeded);
  await vi.waitFor(
    async () => expect(await ok(api.listDeliveries({ id }, by))).toMatchObject({ data: fourTimes }),
    { timeout: 15_000, interval: 100 },
  );
}, 90_000);

it("a secret can be read neither where it is kept nor in what the service writes of its work", async () => {
  const service = inject("service");
  const client = aClient(service);
  const { organizationId, keys } = await newOrganization();
  const endpoint = await anEndpoint(service.tls);
  const by = caller(client, keys.write);
  const secrets = [randomUUID(), randomUUID(), randomUUID()];
  const [first = "", second = "", third = ""] = secrets;
  const newWebhookSubscription = { url: endpoint.url, events: ["post.failed" as const], secret: first };
  const { id } = await ok(api.createWebhook({ newWebhookSubscription }, by));
  await ok(api.rotateWebhookSecret({ id, secretRotation: { secret: second, graceSeconds: 600 } }, by));
  await ok(api.testWebhook({ id }, by));
  await vi.waitFor(() => expect(endpoint.delivered).toHaveLength(1), { timeout: 15_000, interval: 20 });
  const table = tableAt(service.database);
  const kept = [JSON.stringify(await readWebhook(table, organizationId, id))];
  await ok(api.updateWebhook({ id, webhookSubscriptionChanges: { secret: third } }, by));
  kept.push(JSON.stringify(await readWebhook(table, organizationId, id)));
  // In the sealed form's own base64 neither.
  const decoded = kept.flatMap((row) => row.match(/[A-Za-z0-9+/=]{16,}/g) ?? []);
  kept.push(...decoded.map((text) => Buffer.from(text, "base64").toString("latin1")));

  const log = readFileSync(join(service.stateDirectory, "functions.log"), "utf8");
  expect(log).toContain("DeliveriesWorker");
  for (const secret of secrets) for (const text of [log, ...kept]) expect(text.includes(secret)).toBe(false);
}, 60_000);
