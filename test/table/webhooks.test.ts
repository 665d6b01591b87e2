import { expect, it } from "vitest";
import { isoTime } from "../../functions/domain/time.ts";
import { rotatedSecret } from "../../functions/domain/webhook.ts";
import {
  deleteWebhook,
  readWebhook,
  readWebhooks,
  recordHealth,
  replaceSecret,
  updateWebhook,
} from "../../functions/table/webhooks.ts";
import { aStoredWebhook } from "../support/delivery/deliveries.ts";
import { newId, testTimeMs } from "../support/table/entities.ts";
import { testTable } from "../support/table/table.ts";

const table = testTable();
const now = testTimeMs;
const updatedAt = isoTime(now + 1);
const failing = { failingSince: isoTime(now) };
const disabled = { status: "disabled", disabledReason: "failing" } as const;

it("an endpoint's health is recorded without changing anything else of the subscription", async () => {
  const webhook = await aStoredWebhook(table);
  await recordHealth(table, webhook, { ...failing, pace: "slow" });
  expect(await readWebhook(table, webhook.organizationId, webhook.id)).toMatchObject({
    ...webhook,
    ...failing,
    pace: "slow",
  });
});

it.each([
  ["its URL was changed", { url: "https://example.com/new" }],
  ["it was disabled", { status: "disabled", disabledReason: "requested" }],
  ["another attempt has recorded a failure", { failingSince: isoTime(now - 1) }],
] as const)(
  "an endpoint's health is not recorded when %s since the attempt began, except for its pace when the endpoint is the same",
  async (_, change) => {
    const webhook = await aStoredWebhook(table);
    const { organizationId, id } = webhook;
    const changed = await updateWebhook(table, organizationId, id, { ...change, updatedAt });
    await recordHealth(table, webhook, { ...failing, ...disabled, pace: "slow" });
    const isSameEndpoint = "failingSince" in change;
    expect(await readWebhook(table, organizationId, id)).toEqual(
      isSameEndpoint ? { ...changed, pace: "slow" } : changed,
    );
  },
);

it("a failing attempt does not disable an endpoint at which another attempt has succeeded meanwhile", async () => {
  const webhook = await aStoredWebhook(table);
  const { organizationId, id } = webhook;
  const known = await updateWebhook(table, organizationId, id, { ...failing, updatedAt });
  await recordHealth(table, known, { failingSince: null });
  await recordHealth(table, known, disabled);
  expect(await readWebhook(table, organizationId, id)).toMatchObject({
    status: "active",
    failingSince: null,
  });
});

it("the health of a deleted subscription's endpoint is not stored", async () => {
  const webhook = await aStoredWebhook(table);
  await deleteWebhook(table, webhook.organizationId, webhook.id, []);
  await recordHealth(table, webhook, failing);
  expect(await readWebhook(table, webhook.organizationId, webhook.id)).toBeNull();
});

const rotation = (secret: string, current: string | null) => ({
  ...rotatedSecret(secret, current, 60, now),
  updatedAt,
});

it("only one of two rotations at the same moment stores its new secret, and the other returns null", async () => {
  const webhook = await aStoredWebhook(table);
  const outcomes = await Promise.all(
    ["one", "two"].map((secret) => replaceSecret(table, webhook, rotation(secret, null))),
  );
  const [current] = outcomes.filter((outcome) => outcome !== null);
  expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
  expect(await readWebhook(table, webhook.organizationId, webhook.id)).toMatchObject(current ?? {});
});

it("a rotation is not stored when the secret that it replaces is no longer the current secret", async () => {
  const webhook = await aStoredWebhook(table);
  const { organizationId, id } = webhook;
  const known = await updateWebhook(table, organizationId, id, { sealedSecret: "old", updatedAt });
  const replaced = await updateWebhook(table, organizationId, id, {
    sealedSecret: "set meanwhile",
    updatedAt,
  });
  expect(await replaceSecret(table, known, rotation("new", "old"))).toBeNull();
  expect(await readWebhook(table, organizationId, id)).toEqual(replaced);
});

it("a rotation does not store a secret for a subscription deleted meanwhile", async () => {
  const webhook = await aStoredWebhook(table);
  await deleteWebhook(table, webhook.organizationId, webhook.id, []);
  expect(await replaceSecret(table, webhook, rotation("new", null))).toBeNull();
  expect(await readWebhook(table, webhook.organizationId, webhook.id)).toBeNull();
});

it("many subscriptions are read at once in the requested order, repeated where requested twice, null where they do not exist", async () => {
  const [one, other] = [await aStoredWebhook(table), await aStoredWebhook(table)];
  const refs = [other, one, other].map(({ organizationId, id }) => ({ organizationId, webhookId: id }));
  const foreign = { organizationId: one.organizationId, webhookId: other.id };
  const unknown = { organizationId: one.organizationId, webhookId: newId("whk") };
  const found = await readWebhooks(table, [...refs, unknown, foreign]);
  expect(found.map((webhook) => webhook?.id ?? null)).toEqual([other.id, one.id, other.id, null, null]);
});
