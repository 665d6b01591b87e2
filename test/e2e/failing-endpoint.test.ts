import { setTimeout as sleep } from "node:timers/promises";
import { ok } from "@oazapfts/runtime";
import { expect, it, vi } from "vitest";
import * as api from "../support/client/api.ts";
import { anEndpoint } from "../support/e2e/endpoint.ts";
import { caller } from "../support/e2e/request-options.ts";
import { aClient, aService, causeEvent, stateFolder } from "../support/e2e/service.ts";

const fiveDaysMs = 5 * 86_400_000;
/** Five days in twenty-two seconds. */
const speed = 20_000;
const waitOptions = { timeout: 60_000, interval: 100 };

it("is disabled after five days; an event from then on is a dead letter at once, and is delivered once it is enabled and replayed", async () => {
  const state = stateFolder();
  const fast = await aService(state, speed);
  const { keys, tls } = fast.service;
  let isMended = false;
  const endpoint = await anEndpoint(tls, () => (isMended ? 204 : 503));
  const early = caller(aClient(fast.service), keys.write);
  const type = "pipeline.run.completed" as const;
  const newWebhookSubscription = { url: endpoint.url, events: [type], secret: "s" };
  const { id } = await ok(api.createWebhook({ newWebhookSubscription }, early));

  // Something fails every now and then, until the test itself is refused.
  const webhook = await vi.waitFor(
    async () => {
      await api.testWebhook({ id }, early);
      const current = await ok(api.getWebhook({ id }, early));
      expect(current.status).toBe("disabled");
      return current;
    },
    { timeout: 90_000, interval: 1_000 },
  );
  expect(webhook.disabledReason).toBe("failing");
  const failingMs = Date.parse(webhook.updatedAt) - Date.parse(webhook.failingSince ?? "");
  expect(failingMs).toBeGreaterThanOrEqual(fiveDaysMs);
  expect((await api.testWebhook({ id }, early)).status).toBe(422);
  // What was on its way still ends; then the service goes on at everybody's pace.
  await sleep(1_000);
  await fast.kill();
  const client = aClient((await aService(state, 1)).service);
  const by = caller(client, keys.write);

  const before = endpoint.delivered.length;
  await causeEvent(client, keys.write, { urls: [], secret: "s" });
  const theLetter = async () => {
    const { data } = await ok(api.listDeadLetters({ limit: 100 }, by));
    const found = data.find((one) => one.type === type);
    if (found === undefined) throw new Error("no dead letter of the event");
    return found;
  };
  const letter = await vi.waitFor(theLetter, waitOptions);
  expect(letter).toMatchObject({ status: "exhausted", attempts: [], url: endpoint.url });
  expect(endpoint.delivered).toHaveLength(before);

  const replay = () => api.replayDeadLetters({ deadLettersReplay: { webhookId: id } }, by);
  expect((await replay()).status).toBe(422);
  isMended = true;
  const changes = { status: "active" as const };
  const enabled = await ok(api.updateWebhook({ id, webhookSubscriptionChanges: changes }, by));
  expect(enabled).toMatchObject({ status: "active", disabledReason: null, failingSince: null });
  expect(await replay()).toMatchObject({ status: 202, data: { count: expect.any(Number) } });
  await vi.waitFor(async () => expect(await theLetter()).toMatchObject({ status: "resolved" }), waitOptions);
  const { eventId, payload } = letter;
  const got = endpoint.delivered.filter(({ body }) => body.includes(String(eventId)));
  expect(got.map(({ body }) => JSON.parse(body))).toEqual([payload]);
}, 240_000);
