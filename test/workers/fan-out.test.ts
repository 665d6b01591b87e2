import { afterAll, beforeAll, expect, it } from "vitest";
import { announcement, testAnnouncement } from "../../functions/domain/announcement.ts";
import type { EndpointHealth } from "../../functions/domain/endpoint-health.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import type { Webhook } from "../../functions/domain/webhook.ts";
import { pageOfDeliveries } from "../../functions/table/deliveries.ts";
import { insertWebhook } from "../../functions/table/webhooks.ts";
import { aStoredWebhook } from "../support/deliveries.ts";
import { aWebhook, newId, testTimeMs } from "../support/entities.ts";
import { type Queues, startQueues } from "../support/queues.ts";
import { testTable } from "../support/table.ts";
import { stubWorkerEnvironment, work } from "../support/worker.ts";

const table = testTable();
let queues: Queues;
let handle: (...messages: readonly OutgoingMessage[]) => Promise<number>;

beforeAll(async () => {
  queues = await startQueues(["deliveries", "slow-deliveries", "dead-letters"]);
  stubWorkerEnvironment();
  const { handler } = await import("../../functions/workers/fan-out.ts");
  handle = (...messages) => work(handler, messages);
});
afterAll(() => queues.stop());

async function another(organizationId: string, changes: Partial<Webhook & EndpointHealth>): Promise<Webhook> {
  const webhook = { ...aWebhook(organizationId), ...changes };
  await insertWebhook(table, webhook);
  return webhook;
}

const standing = async ({ organizationId, id }: Webhook) =>
  (await pageOfDeliveries(table, organizationId, id, { order: "asc", limit: 10, after: null })).rows;

it("an event goes to each subscription that asked for it by the lane of its endpoint, once, however often it is fanned out", async () => {
  const { organizationId } = await aStoredWebhook(table);
  const quick = await another(organizationId, { pace: "quick" });
  const slow = await another(organizationId, { pace: "slow" });
  const disabled = await another(organizationId, { pace: "quick", status: "disabled" });
  await another(organizationId, { pace: "quick", events: ["post.failed"] });
  const published = { postId: newId("pst"), publishedAt: "", channels: ["feed"] };
  const event = announcement(newId("evt"), "post.published", organizationId, published, testTimeMs);

  for (const time of [1, 2]) {
    expect([time, await handle(event)]).toEqual([time, 0]);
    // A disabled subscription's is a message as well: whoever takes it finds how its endpoint then stands.
    const begun = await queues.received("deliveries", 2);
    expect(begun.map(({ group }) => group).toSorted()).toEqual([quick.id, disabled.id].toSorted());
    for (const { group, body } of begun)
      expect(body).toMatchObject({ kind: "delivery.begin", start: { webhookId: group } });
    // The subscription that nothing is known of yet waits beside the slow one.
    const waiting = await queues.received("slow-deliveries", 2);
    expect(waiting).toHaveLength(2);
    expect(waiting.map(({ group }) => group)).toContain(slow.id);
  }
  for (const webhook of [quick, slow, disabled]) expect(await standing(webhook)).toEqual([]);
});

it("a test goes to its own subscription and to no other that asks for tests; to none when that one is gone", async () => {
  const { organizationId } = await aStoredWebhook(table);
  const own = await another(organizationId, { pace: "quick", events: ["post.failed"] });
  await another(organizationId, { pace: "quick", events: ["webhook.test"] });
  const gone = testAnnouncement(newId("evt"), organizationId, newId("whk"), testTimeMs);
  const test = testAnnouncement(newId("evt"), organizationId, own.id, testTimeMs);
  expect(await handle(gone, test)).toBe(0);
  const messages = await queues.received("deliveries", 1);
  expect(messages).toMatchObject([{ body: { start: { webhookId: own.id, type: "webhook.test" } } }]);
});
