import { setTimeout as sleep } from "node:timers/promises";
import { ok } from "@oazapfts/runtime";
import { expect, it, vi } from "vitest";
import * as api from "../../client/api.ts";
import { openEndpoint } from "../support/e2e/endpoint.ts";
import { requestOptions } from "../support/e2e/request-options.ts";
import { newStateFolder, openTestClient, startTestService, triggerRunEvent } from "../support/e2e/service.ts";

const fiveDaysMs = 5 * 86_400_000;
/** Five days take twenty-two seconds. */
const speed = 20_000;
const waitOptions = { timeout: 60_000, interval: 100 };

it("a subscription is disabled after its endpoint failed for five days; a later event becomes a dead letter at once, and a replay delivers it after the subscription is enabled", async () => {
  const state = newStateFolder();
  const fast = await startTestService(state, speed);
  const { keys, tls } = fast.service;
  let isHealthy = false;
  const endpoint = await openEndpoint(tls, () => (isHealthy ? 204 : 503));
  const fastOptions = requestOptions(openTestClient(fast.service), keys.write);
  const type = "pipeline.run.completed" as const;
  const newWebhookSubscription = { url: endpoint.url, events: [type], secret: "s" };
  const { id } = await ok(api.createWebhook({ newWebhookSubscription }, fastOptions));

  // A test delivery fails every second, until the subscription is disabled.
  const webhook = await vi.waitFor(
    async () => {
      await api.testWebhook({ id }, fastOptions);
      const current = await ok(api.getWebhook({ id }, fastOptions));
      expect(current.status).toBe("disabled");
      return current;
    },
    { timeout: 90_000, interval: 1_000 },
  );
  expect(webhook.disabledReason).toBe("failing");
  const failingMs = Date.parse(webhook.updatedAt) - Date.parse(webhook.failingSince ?? "");
  expect(failingMs).toBeGreaterThanOrEqual(fiveDaysMs);
  expect((await api.testWebhook({ id }, fastOptions)).status).toBe(422);
  // Deliveries that have started end first. Then the service continues at real speed.
  await sleep(1_000);
  await fast.kill();
  const client = openTestClient((await startTestService(state, 1)).service);
  const options = requestOptions(client, keys.write);

  const before = endpoint.received.length;
  await triggerRunEvent(client, keys.write, { urls: [], secret: "s" });
  const readLetter = async () => {
    const { data } = await ok(api.listDeadLetters({ limit: 100 }, options));
    const found = data.find((one) => one.type === type);
    if (found === undefined) throw new Error("the event has no dead letter yet");
    return found;
  };
  const letter = await vi.waitFor(readLetter, waitOptions);
  expect(letter).toMatchObject({ status: "exhausted", attempts: [], url: endpoint.url });
  expect(endpoint.received).toHaveLength(before);

  const replay = () => api.replayDeadLetters({ deadLettersReplay: { webhookId: id } }, options);
  expect((await replay()).status).toBe(422);
  isHealthy = true;
  const changes = { status: "active" as const };
  const enabled = await ok(api.updateWebhook({ id, webhookSubscriptionChanges: changes }, options));
  expect(enabled).toMatchObject({ status: "active", disabledReason: null, failingSince: null });
  expect(await replay()).toMatchObject({ status: 202, data: { count: expect.any(Number) } });
  await vi.waitFor(async () => expect(await readLetter()).toMatchObject({ status: "resolved" }), waitOptions);
  const { eventId, payload } = letter;
  const requests = endpoint.received.filter(({ body }) => body.includes(String(eventId)));
  expect(requests.map(({ body }) => JSON.parse(body))).toEqual([payload]);
}, 240_000);
