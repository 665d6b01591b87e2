import { createHmac } from "node:crypto";
import { expect, inject, it, vi } from "vitest";
import { at, words } from "../../lib/demo/client.ts";
import { newOrganization } from "../support/organization.ts";
import { anEndpoint } from "./endpoint.ts";
import { aClient } from "./subscription.ts";

const signature = (body: string, secret: string) =>
  `v1=${createHmac("sha256", secret).update(body).digest("hex")}`;

it("a test reaches an endpoint that did not ask for its type, signed by the secrets of the moment", async () => {
  const service = inject("service");
  const client = aClient(service);
  const { organizationId, keys } = await newOrganization();
  const endpoint = await anEndpoint(service.tls);
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await client.call(method, path, { key: keys.write, ...(body !== undefined && { body }) });
    expect(answer.status).toBeLessThan(300);
    return answer.json;
  };
  const subscription = { url: endpoint.url, events: ["post.failed"], secret: "first" };
  const webhookId = words(at(await call("POST", "/v1/webhooks", subscription), "id"));
  // It asks for the type, and still gets no test that is not its own.
  const bystander = await anEndpoint(service.tls);
  await call("POST", "/v1/webhooks", { url: bystander.url, events: ["webhook.test"] });
  const path = `/v1/webhooks/${webhookId}`;

  /** Sends a test; answers with what the endpoint got, and what it would be signed with by two secrets. */
  const test = async (current: string, previous: string) => {
    const eventId = words(at(await call("POST", `${path}/test`), "eventId"));
    const { headers, body } = await vi.waitFor(
      () => {
        const found = endpoint.delivered.find((one) => one.body.includes(eventId));
        if (found === undefined) throw new Error(`no ${eventId}`);
        return found;
      },
      { timeout: 15_000, interval: 20 },
    );
    const { data } = JSON.parse(body);
    expect(data).toEqual({ organizationId, webhookId, sentAt: expect.stringMatching(/Z$/) });
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
  for (const graceSeconds of [600, 600])
    await call("POST", `${path}/rotate-secret`, { secret: "second", graceSeconds });
  const during = await test("second", "first");
  expect(during.signed).toEqual(during.expected);

  await call("POST", `${path}/rotate-secret`, { secret: "third", graceSeconds: 0 });
  const after = await test("third", "second");
  expect(after.signed).toEqual([after.expected[0], undefined]);

  await call("PATCH", path, { secret: null });
  const without = await test("none", "third");
  expect(without.signed).toEqual([undefined, undefined]);
  expect(without.inBody.signature).toBeUndefined();

  expect(endpoint.delivered).toHaveLength(4);
  expect(bystander.delivered).toEqual([]);
  const succeeded = { type: "webhook.test", status: "succeeded", attempts: [{ number: 1, statusCode: 204 }] };
  const fourTimes = Array.from({ length: 4 }, () => succeeded);
  await vi.waitFor(
    async () => expect(at(await call("GET", `${path}/deliveries`), "data")).toMatchObject(fourTimes),
    { timeout: 15_000, interval: 100 },
  );
}, 90_000);
