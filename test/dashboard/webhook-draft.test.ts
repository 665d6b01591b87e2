import { describe, expect, it } from "vitest";
import type { WebhookSubscription } from "../../client/api.ts";
import {
  changedFields,
  changesOf,
  draftOf,
  newSecret,
  newWebhookOf,
  rebased,
} from "../../dashboard/src/views/webhooks/webhook-draft.ts";
import { secretRotation } from "../../functions/contract/schemas/webhook.ts";

const webhook: WebhookSubscription = {
  id: "whk_1",
  url: "https://example.com/hook",
  events: ["post.published", "post.failed"],
  hasSecret: true,
  previousSecretExpiresAt: null,
  status: "active",
  disabledReason: null,
  failingSince: null,
  description: "Newsroom",
  createdAt: "2026-11-23T03:00:00.000Z",
  updatedAt: "2026-11-23T03:00:00.000Z",
};

describe("the form of a subscription", () => {
  it("sends nothing when nothing was edited", () => {
    expect(changesOf(webhook, draftOf(webhook))).toEqual({});
    const reordered = { ...draftOf(webhook), events: webhook.events.toReversed() };
    expect(changesOf(webhook, reordered)).toEqual({});
  });

  it("sends only what was edited", () => {
    expect(changesOf(webhook, { ...draftOf(webhook), url: " https://example.com/new " })).toEqual({
      url: "https://example.com/new",
    });
    expect(changesOf(webhook, { ...draftOf(webhook), events: ["post.failed"] })).toEqual({
      events: ["post.failed"],
    });
  });

  it("clears the description with null", () => {
    expect(changesOf(webhook, { ...draftOf(webhook), description: " " })).toEqual({ description: null });
    expect(newWebhookOf({ ...draftOf(webhook), description: "" }).description).toBeNull();
  });

  it("replaces or removes the secret only when someone asks for it", () => {
    const typed = { ...draftOf(webhook), secret: { kind: "typed" as const, secret: "s3cret" } };
    expect(changesOf(webhook, typed)).toEqual({ secret: "s3cret" });
    const none = { ...draftOf(webhook), secret: { kind: "none" as const, secret: "" } };
    expect(changesOf(webhook, none)).toEqual({ secret: null });
    expect(changesOf({ ...webhook, hasSecret: false }, none)).toEqual({});
  });

  it("takes someone else's change where it was not edited, and keeps what was typed", () => {
    const theirs: WebhookSubscription = { ...webhook, url: "https://example.com/theirs", status: "disabled" };
    expect(changedFields(webhook, theirs)).toEqual(["url", "status"]);
    const mine = { ...draftOf(webhook), url: "https://example.com/mine" };
    const together = rebased(webhook, mine, theirs);
    expect(together).toMatchObject({ url: "https://example.com/mine", status: "disabled" });
    expect(changesOf(theirs, together)).toEqual({ url: "https://example.com/mine" });
  });
});

describe("newSecret", () => {
  it("returns another secret each time, which the API accepts", () => {
    const secrets = Array.from({ length: 20 }, newSecret);
    expect(new Set(secrets).size).toBe(20);
    for (const secret of secrets) expect(secretRotation.parse({ secret }).secret).toBe(secret);
  });
});
