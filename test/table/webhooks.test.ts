import { describe, expect, it } from "vitest";
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

describe("what an attempt tells of its endpoint", () => {
  it("is noted, and leaves everything else of the subscription as it is", async () => {
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
    ["another attempt has noted a failure", { failingSince: isoTime(now - 1) }],
  ] as const)(
    "is not noted when %s since the attempt began, but for its pace where it is the same endpoint",
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

  it("does not disable an endpoint that another attempt has found mended meanwhile", async () => {
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

  it("brings no deleted subscription back", async () => {
    const webhook = await aStoredWebhook(table);
    await deleteWebhook(table, webhook.organizationId, webhook.id);
    await recordHealth(table, webhook, failing);
    expect(await readWebhook(table, webhook.organizationId, webhook.id)).toBeNull();
  });
});

const rotation = (secret: string, current: string | null) => ({
  ...rotatedSecret(secret, current, 60, now),
  updatedAt,
});

describe("a new secret", () => {
  it("is given by one of two rotations at the same moment, so that no secret is lost unseen", async () => {
    const webhook = await aStoredWebhook(table);
    const both = await Promise.all(
      ["one", "two"].map((secret) => replaceSecret(table, webhook, rotation(secret, null))),
    );
    const [kept] = both.filter((one) => one !== null);
    expect(both.filter((one) => one === null)).toHaveLength(1);
    expect(await readWebhook(table, webhook.organizationId, webhook.id)).toMatchObject(kept ?? {});
  });

  it("is refused when the one that it replaces is no longer the one that stands", async () => {
    const webhook = await aStoredWebhook(table);
    const { organizationId, id } = webhook;
    const known = await updateWebhook(table, organizationId, id, { sealedSecret: "old", updatedAt });
    const outright = await updateWebhook(table, organizationId, id, {
      sealedSecret: "set outright",
      updatedAt,
    });
    expect(await replaceSecret(table, known, rotation("new", "old"))).toBeNull();
    expect(await readWebhook(table, organizationId, id)).toEqual(outright);
  });

  it("is given to no subscription that was deleted meanwhile", async () => {
    const webhook = await aStoredWebhook(table);
    await deleteWebhook(table, webhook.organizationId, webhook.id);
    expect(await replaceSecret(table, webhook, rotation("new", null))).toBeNull();
    expect(await readWebhook(table, webhook.organizationId, webhook.id)).toBeNull();
  });
});

it("many subscriptions are read at once in the order asked for, each as often, null where there is none", async () => {
  const [one, other] = [await aStoredWebhook(table), await aStoredWebhook(table)];
  const refs = [other, one, other].map(({ organizationId, id }) => ({ organizationId, webhookId: id }));
  const foreign = { organizationId: one.organizationId, webhookId: other.id };
  const unknown = { organizationId: one.organizationId, webhookId: newId("whk") };
  const found = await readWebhooks(table, [...refs, unknown, foreign]);
  expect(found.map((webhook) => webhook?.id ?? null)).toEqual([other.id, one.id, other.id, null, null]);
});
