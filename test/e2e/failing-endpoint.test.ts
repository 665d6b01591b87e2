import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { at, type Json, words } from "../../lib/demo/client.ts";
import { anEndpoint } from "./endpoint.ts";
import { aClient, aService, causeEvent, stateFolder } from "./subscription.ts";

const fiveDaysMs = 5 * 86_400_000;
/** Five days in twenty-two seconds. */
const speed = 20_000;
const patience = { timeout: 60_000, interval: 100 };

it("is disabled after five days; an event from then on is a dead letter at once, and is delivered once it is enabled and replayed", async () => {
  const state = stateFolder();
  const fast = await aService(state, speed);
  const { keys, tls } = fast.service;
  let isMended = false;
  const endpoint = await anEndpoint(tls, () => (isMended ? 204 : 503));
  let client = aClient(fast.service);
  const call = (method: string, path: string, body?: unknown) =>
    client.call(method, path, { key: keys.write, ...(body !== undefined && { body }) });
  const events = ["pipeline.run.completed"];
  const created = await call("POST", "/v1/webhooks", { url: endpoint.url, events, secret: "s" });
  const path = `/v1/webhooks/${words(at(created.json, "id"))}`;

  // Something fails every now and then, until the test itself is refused.
  let webhook: Json = null;
  await vi.waitFor(
    async () => {
      await call("POST", `${path}/test`);
      webhook = (await call("GET", path)).json;
      expect(at(webhook, "status")).toBe("disabled");
    },
    { timeout: 90_000, interval: 1_000 },
  );
  expect(at(webhook, "disabledReason")).toBe("failing");
  const [since, until] = ["failingSince", "updatedAt"].map((name) => Date.parse(words(at(webhook, name))));
  expect((until ?? 0) - (since ?? 0)).toBeGreaterThanOrEqual(fiveDaysMs);
  expect((await call("POST", `${path}/test`)).status).toBe(422);
  // What was on its way still ends; then the service goes on at everybody's pace.
  await sleep(1_000);
  await fast.kill();
  client = aClient((await aService(state, 1)).service);

  const before = endpoint.delivered.length;
  await causeEvent(client, keys.write, { urls: [], secret: "s" });
  const theLetter = async () => {
    const list = (await call("GET", "/v1/webhooks/dead-letters?limit=100")).json;
    const rows = at(list, "data");
    const found = (Array.isArray(rows) ? rows : []).find((one) => at(one, "type") === events[0]);
    if (found === undefined) throw new Error("no dead letter of the event");
    return found;
  };
  const letter = await vi.waitFor(theLetter, patience);
  expect(letter).toMatchObject({ status: "exhausted", attempts: [], url: endpoint.url });
  expect(endpoint.delivered).toHaveLength(before);

  const webhookId = path.slice("/v1/webhooks/".length);
  const replay = () => call("POST", "/v1/webhooks/dead-letters/replay", { webhookId });
  expect((await replay()).status).toBe(422);
  isMended = true;
  const enabled = (await call("PATCH", path, { status: "active" })).json;
  expect(enabled).toMatchObject({ status: "active", disabledReason: null, failingSince: null });
  expect(await replay()).toMatchObject({ status: 202, json: { count: expect.any(Number) } });
  await vi.waitFor(async () => expect(await theLetter()).toMatchObject({ status: "resolved" }), patience);
  const eventId = words(at(letter, "eventId"));
  const got = endpoint.delivered.filter(({ body }) => body.includes(eventId));
  expect(got.map(({ body }) => JSON.parse(body))).toEqual([at(letter, "payload")]);
}, 240_000);
