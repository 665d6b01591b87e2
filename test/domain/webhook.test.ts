import { describe, expect, it } from "vitest";
import { isoTime } from "../../functions/domain/time.ts";
import { rotatedSecret, signingSecrets, type Webhook, webhookView } from "../../functions/domain/webhook.ts";
import { aWebhook, newId, testTimeMs } from "../support/table/entities.ts";

const now = testTimeMs;
const webhook: Webhook = { ...aWebhook(newId("org")), sealedSecret: "old" };
const rotated = (current: Webhook, secret: string, graceSeconds: number, nowMs = now): Webhook => ({
  ...current,
  ...rotatedSecret(secret, current.sealedSecret, graceSeconds, nowMs),
});

describe("a rotation of the secret", () => {
  it("has both secrets sign until exactly the end of its overlap, and the new one alone from then on", () => {
    const during = rotated(webhook, "new", 60);
    expect(during.previousSecretExpiresAt).toBe(isoTime(now + 60_000));
    expect(signingSecrets(during, now)).toEqual({ current: "new", previous: "old" });
    expect(signingSecrets(during, now + 59_999)).toEqual({ current: "new", previous: "old" });
    expect(signingSecrets(during, now + 60_000)).toEqual({ current: "new", previous: null });
  });

  it("without an overlap ends the old secret at once, and with it an overlap that was under way", () => {
    const during = rotated(rotated(webhook, "new", 60), "newest", 0);
    expect(signingSecrets(during, now)).toEqual({ current: "newest", previous: null });
    expect(during.previousSecretExpiresAt).toBeNull();
  });

  it("within the overlap of another one keeps the last secret before it, not the one before that", () => {
    const during = rotated(rotated(webhook, "new", 60), "newest", 60);
    expect(signingSecrets(during, now)).toEqual({ current: "newest", previous: "new" });
  });

  it("of a subscription that had no secret leaves nothing to overlap with", () => {
    const first = rotated({ ...webhook, sealedSecret: null }, "new", 60);
    expect(signingSecrets(first, now)).toEqual({ current: "new", previous: null });
  });
});

it("a subscription is shown with whether it has a secret, and with neither of its secrets", () => {
  const changed = rotated(webhook, "a-new-one", 60);
  const view = webhookView(changed, now);
  expect(view).toMatchObject({ hasSecret: true, previousSecretExpiresAt: isoTime(now + 60_000) });
  expect(webhookView(changed, now + 60_000)).toMatchObject({ previousSecretExpiresAt: null });
  expect(JSON.stringify(view)).not.toMatch(/a-new-one|"old"|sealed|pace/);
});
