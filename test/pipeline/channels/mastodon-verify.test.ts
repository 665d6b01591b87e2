import { describe, expect, it } from "vitest";
import { limitsIn } from "../../../functions/pipeline/channels/mastodon/instance-limits.ts";
import { verifyMastodon } from "../../../functions/pipeline/channels/mastodon/verify.ts";
import { checking } from "../../support/pipeline/checking.ts";
import { startMastodon } from "../../support/pipeline/platforms/mastodon.ts";

const token = "a-secret-of-the-brand";

describe("a check of the credentials", () => {
  it("finds the account and the limits of the instance", async () => {
    const { origin: instance } = await startMastodon({
      token,
      charactersMax: 5_000,
      charactersPerUrl: 11,
      imagesMax: 2,
      imageTypes: ["image/png", "video/mp4"],
      imageBytesMax: 1_000,
    });
    expect(await verifyMastodon({ instance, accessToken: token }, checking)).toEqual({
      outcome: "verified",
      account: { id: "7", name: "acme@social.example", url: `${instance}/@acme` },
      limits: {
        text: 5_000,
        unit: "weighted",
        images: 2,
        charactersPerUrl: 11,
        imageTypes: ["image/png"],
        imageBytesMax: 1_000,
      },
    });
  });

  it("finds the limits of a server that describes itself as Mastodon did before its version 4", async () => {
    const { origin: instance } = await startMastodon({ token, hasVersion2: false, charactersMax: 5_000 });
    expect(await verifyMastodon({ instance, accessToken: token }, checking)).toMatchObject({
      outcome: "verified",
      account: { name: "acme@social.example" },
      limits: { text: 5_000 },
    });
  });

  it.each([
    ["nothing", {}],
    ["no object", null],
    [
      "values of other types",
      {
        configuration: {
          statuses: { max_characters: "5000", max_media_attachments: -1, characters_reserved_per_url: 0.5 },
          media_attachments: { supported_mime_types: "image/png", image_size_limit: null },
        },
      },
    ],
  ])("takes the usual limits from an instance that says %s about them", (_, instance) => {
    expect(limitsIn(instance, null)).toEqual({ text: 500, unit: "weighted", images: 4 });
  });

  it("allows no more images than a post can have, and leaves room for a text beside the content warning", () => {
    const statuses = { max_characters: 10, max_media_attachments: 16 };
    const limits = limitsIn({ configuration: { statuses } }, "Longer than the text");
    expect(limits).toEqual({ text: 1, unit: "weighted", images: 4 });
  });

  it.each([
    [401, "The access token is invalid"],
    [403, "Your login is currently disabled"],
    [422, "This method requires an authenticated user"],
  ])("rejects them when the instance returns status %i", async (status, error) => {
    const { origin: instance } = await startMastodon({ token, problem: { status, error } });
    const verification = await verifyMastodon({ instance, accessToken: token }, checking);
    expect(verification).toMatchObject({ outcome: "rejected" });
    expect(JSON.stringify(verification)).toContain(`status ${status}. ${error}. It needs the scopes`);
  });

  it.each([
    [["read", "write"]],
    [["read:accounts", "read:statuses", "write"]],
    [["read:accounts", "read:statuses", "write:media", "write:statuses"]],
  ])("verifies a token whose application has the scopes %s", async (scopes) => {
    const { origin: instance } = await startMastodon({ token, scopes });
    expect(await verifyMastodon({ instance, accessToken: token }, checking)).toMatchObject({
      outcome: "verified",
    });
  });

  it.each([
    [["read"], "the scopes write:statuses and write:media"],
    [["read", "write:statuses"], "the scope write:media"],
    [["read", "write:media", "write:favourites"], "the scope write:statuses"],
  ])(
    "rejects a token whose application has only the scopes %s, before its first post",
    async (scopes, missing) => {
      const { origin: instance } = await startMastodon({ token, scopes });
      expect(await verifyMastodon({ instance, accessToken: token }, checking)).toEqual({
        outcome: "rejected",
        reason: `The application of the access token lacks ${missing}. Add what is missing in the account's preferences, under Development, and create a new access token.`,
      });
    },
  );

  it("says nothing about the scopes of an application when the instance does not tell them, as before Mastodon 4.3", async () => {
    const { origin: instance } = await startMastodon({ token, scopes: ["read"], tellsScopes: false });
    expect(await verifyMastodon({ instance, accessToken: token }, checking)).toMatchObject({
      outcome: "verified",
    });
  });

  it.each([404, 429, 500])("says nothing about them when the instance returns status %i", async (status) => {
    const { origin: instance } = await startMastodon({ token, problem: { status, error: "No" } });
    expect(await verifyMastodon({ instance, accessToken: token }, checking)).toEqual({
      outcome: "unavailable",
      reason: `The instance returned status ${status} instead of the account.`,
    });
  });

  it("says nothing about them when the instance cannot be reached", async () => {
    const credentials = { instance: "https://localhost:1", accessToken: token };
    expect(await verifyMastodon(credentials, checking)).toMatchObject({ outcome: "unavailable" });
  });
});
