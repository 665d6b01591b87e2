import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { updateWebhook } from "../../functions/table/webhooks.ts";
import type { handler as Handler } from "../../functions/workers/admin.ts";
import { createOrg, replay, setLimits } from "../../lib/local/operator.ts";
import { openCountingProxy } from "../support/api/counting-proxy.ts";
import { aDeadLetteredDelivery, aStoredWebhook } from "../support/delivery/deliveries.ts";
import { dataActionsOf, functionDescribed, synthesis } from "../support/infra/synthesis.ts";
import { provided } from "../support/setup/provided.ts";
import { newId } from "../support/table/entities.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";
import { stubWorkerEnvironment } from "../support/workers/worker.ts";

const table = testTable();
let proxy: Awaited<ReturnType<typeof openCountingProxy>>;
let handler: typeof Handler;

beforeAll(async () => {
  proxy = await openCountingProxy(provided("database").endpoint);
  stubWorkerEnvironment();
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", proxy.endpoint);
  ({ handler } = await import("../../functions/workers/admin.ts"));
});
afterAll(() => {
  proxy.close();
  vi.unstubAllEnvs();
});

const replayOf = (organizationId: string, webhookId: string | null = null) =>
  handler({ action: "replay", organizationId, webhookId });

async function replaysOf(organizationId: string): Promise<OutgoingMessage[]> {
  const messages = (await everyOutboxItem(table)).flatMap((item) => item.messages);
  return messages.filter(({ queue, body }) => queue === "replays" && body.organizationId === organizationId);
}

it("a replay stores the message for all replayable dead letters of the organization or of one subscription, and returns their count", async () => {
  for (const ofOne of [false, true]) {
    const { organizationId, webhookId } = await aDeadLetteredDelivery(table);
    const filter = { webhookId: ofOne ? webhookId : null, status: ["final_attempt_pending", "exhausted"] };
    const started = await replayOf(organizationId, filter.webhookId);
    expect(started).toMatchObject({ status: "running", filter, count: 1 });
    const body = { kind: "dead-letters.replay", replayId: Object(started).id, after: null };
    expect(await replaysOf(organizationId)).toMatchObject([{ body }]);
    expect(await replayOf(organizationId)).toEqual({
      rejected: expect.stringContaining(`${Object(started).id} is still running`),
    });
    expect(await replaysOf(organizationId)).toHaveLength(1);
  }
});

it("a replay without dead letters has finished at once, and sends no message", async () => {
  const { organizationId, id } = await aStoredWebhook(table);
  expect(await replayOf(organizationId)).toMatchObject({ status: "finished", count: 0 });
  expect(await replayOf(organizationId, id)).toMatchObject({ status: "finished", count: 0 });
  expect(await replaysOf(organizationId)).toEqual([]);
});

it("a replay for an unknown, another organization's or a disabled subscription returns the reason and stores nothing", async () => {
  const { organizationId, webhookId } = await aDeadLetteredDelivery(table);
  const stranger = await aStoredWebhook(table);
  for (const unknown of [newId("org"), "org_1", "", "x".repeat(3_000)])
    expect(await replayOf(unknown)).toEqual({ rejected: "No such organization." });
  for (const unknown of [newId("whk"), "whk_1", "", "x".repeat(3_000), stranger.id])
    expect(await replayOf(organizationId, unknown)).toEqual({ rejected: "No such webhook subscription." });
  await updateWebhook(table, organizationId, webhookId, { status: "disabled", updatedAt: "" });
  expect(await replayOf(organizationId, webhookId)).toEqual({
    rejected: "The webhook subscription is disabled: enable it first.",
  });
  expect(await replaysOf(organizationId)).toEqual([]);
});

it("the commands send the events that the operator's function accepts", async () => {
  const { organizationId, webhookId } = await aDeadLetteredDelivery(table);
  expect(replay(organizationId, webhookId).event).toEqual({ action: "replay", organizationId, webhookId });
  expect(replay(organizationId, undefined).event).toEqual({
    action: "replay",
    organizationId,
    webhookId: null,
  });
  expect(createOrg("Acme").event).toEqual({ action: "create-org", name: "Acme" });
  const limits = { brands: 5 };
  expect(setLimits(organizationId, limits).event).toEqual({ action: "set-limits", organizationId, limits });
});

// The emulator checks no permission of a function, so only this test shows whether the role fits.
it("the role of the operator's function allows exactly the table actions that its commands use", async () => {
  const { organizationId, webhookId } = await aDeadLetteredDelivery(table);
  const other = await aDeadLetteredDelivery(table);
  const asked = new Set<string>();
  for (const act of [
    () => handler({ action: "create-org", name: "Acme" }),
    () => replayOf(organizationId, webhookId),
    () => handler({ action: "set-limits", organizationId, limits: { brands: 5 } }),
    () => replayOf(other.organizationId),
  ])
    for (const action of (await proxy.costOf(act)).actions) asked.add(`dynamodb:${action}`);
  const all = synthesis();
  const admin = functionDescribed(
    all,
    "The operator's commands: creates organizations, sets their limits and replays dead letters",
  );
  expect(dataActionsOf(all, admin)).toEqual([...asked].toSorted());
});
