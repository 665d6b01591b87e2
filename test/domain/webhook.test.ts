import { expect, it } from "vitest";
import { isoTime } from "../../functions/domain/time.ts";
import { rotatedSecret, signingSecrets, type Webhook, webhookView } from "../../functions/domain/webhook.ts";
import { aWebhook, newId, testTimeMs } from "../support/table/entities.ts";

const now = testTimeMs;
const webhook: Webhook = { ...aWebhook(newId("org")), sealedSecret: "old" };
const rotate = (current: Webhook, secret: string, graceSeconds: number, nowMs = now): Webhook => ({
  ...current,
  ...rotatedSecret(secret, current.sealedSecret, graceSeconds, nowMs),
});

it("a rotation signs with both secrets until exactly the end of its overlap, and then with the new one only", () => {
  const during = rotate(webhook, "new", 60);
  expect(during.previousSecretExpiresAt).toBe(isoTime(now + 60_000));
  expect(signingSecrets(during, now)).toEqual({ current: "new", previous: "old" });
  expect(signingSecrets(during, now + 59_999)).toEqual({ current: "new", previous: "old" });
  expect(signingSecrets(during, now + 60_000)).toEqual({ current: "new", previous: null });
});

it("a rotation without an overlap ends the old secret at once, and any earlier overlap", () => {
  const during = rotate(rotate(webhook, "new", 60), "newest", 0);
  expect(signingSecrets(during, now)).toEqual({ current: "newest", previous: null });
  expect(during.previousSecretExpiresAt).toBeNull();
});

it("a rotation during an overlap keeps the last secret before it, not the one before that", () => {
  const during = rotate(rotate(webhook, "new", 60), "newest", 60);
  expect(signingSecrets(during, now)).toEqual({ current: "newest", previous: "new" });
});

it("the first secret of a subscription has no overlap", () => {
  const first = rotate({ ...webhook, sealedSecret: null }, "new", 60);
  expect(signingSecrets(first, now)).toEqual({ current: "new", previous: null });
});

it("the view of a subscription says whether it has a secret, and contains none", () => {
  const changed = rotate(webhook, "a-new-one", 60);
  const view = webhookView(changed, now);
  expect(view).toMatchObject({ hasSecret: true, previousSecretExpiresAt: isoTime(now + 60_000) });
  expect(webhookView(changed, now + 60_000)).toMatchObject({ previousSecretExpiresAt: null });
  expect(JSON.stringify(view)).not.toMatch(/a-new-one|"old"|sealed|pace/);
});
