import { expect, it } from "vitest";
import { openFanOut } from "../../functions/delivery/fan-out.ts";
import { eventMessage } from "../../functions/domain/event-message.ts";
import type { QueueMessages } from "../../functions/domain/message.ts";
import { fanOutEffects } from "../../functions/platform/fan-out-effects.ts";
import { deleteWebhook, insertWebhook, updateWebhook } from "../../functions/table/webhooks.ts";
import { aStoredWebhook } from "../support/delivery/deliveries.ts";
import { provided } from "../support/setup/provided.ts";
import { aWebhook, newId, testTimeMs } from "../support/table/entities.ts";
import { meteredTable } from "../support/table/metered-table.ts";
import { testTable } from "../support/table/table.ts";

const stored = testTable();
const { table, takeCost } = meteredTable(provided("database"));
const noSecrets = { open: (sealed: string) => Promise.resolve(sealed) };
const fanOut = openFanOut(fanOutEffects({ table, nowMs: () => testTimeMs }, noSecrets));

function anEventOf(organizationId: string): QueueMessages["events"] {
  const data = { postId: newId("pst"), publishedAt: "", channels: ["feed"] };
  const message = eventMessage(newId("evt"), "post.published", organizationId, data, testTimeMs);
  if (message.queue !== "events") throw new Error("an event has its own queue");
  return message.body;
}

const recipientsOf = async (...events: QueueMessages["events"][]) => {
  const all = await Promise.all(events.map((event) => fanOut.recipientsOf(event)));
  return all.map((webhooks) => webhooks.map(({ id }) => id).toSorted());
};

it("events of an organization that are fanned out together share one read of its subscriptions", async () => {
  const [one, other] = [await aStoredWebhook(stored), await aStoredWebhook(stored)];
  const second = aWebhook(one.organizationId);
  await insertWebhook(stored, second);
  takeCost();
  const found = await recipientsOf(
    anEventOf(one.organizationId),
    anEventOf(other.organizationId),
    anEventOf(one.organizationId),
  );
  const both = [one.id, second.id].toSorted();
  expect(found).toEqual([both, [other.id], both]);
  expect(takeCost().calls).toBe(2);
});

it("each event goes to the subscriptions that exist when it is fanned out", async () => {
  const kept = await aStoredWebhook(stored);
  const { organizationId } = kept;
  const [deleted, changed, added] = [
    aWebhook(organizationId),
    aWebhook(organizationId),
    aWebhook(organizationId),
  ];
  await insertWebhook(stored, deleted);
  await insertWebhook(stored, changed);
  expect(await recipientsOf(anEventOf(organizationId))).toEqual([
    [kept.id, deleted.id, changed.id].toSorted(),
  ]);
  await deleteWebhook(stored, organizationId, deleted.id, []);
  await updateWebhook(stored, organizationId, changed.id, { events: ["post.failed"], updatedAt: "" });
  await insertWebhook(stored, added);
  expect(await recipientsOf(anEventOf(organizationId))).toEqual([[kept.id, added.id].toSorted()]);
});
