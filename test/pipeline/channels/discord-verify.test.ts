import { expect, it } from "vitest";
import { verifyDiscord } from "../../../functions/pipeline/channels/discord/verify.ts";
import { startAnswering } from "../../support/pipeline/answering-platform.ts";
import { startDiscord } from "../../support/pipeline/platforms/discord.ts";
import { verified } from "../../support/pipeline/requests-to-platforms.ts";

const token = "a-secret-of-the-brand";

async function verificationAt(origin: string, path = `/api/webhooks/1/${token}`) {
  const verification = await verified(verifyDiscord, { webhookUrl: `${origin}${path}` });
  expect(JSON.stringify(verification)).not.toContain(token);
  return verification;
}

it("a webhook that exists is verified, with its name and the address of its channel", async () => {
  const { origin } = await startDiscord(token);
  expect(await verificationAt(origin)).toEqual({
    outcome: "verified",
    account: { id: "1", name: "Acme", url: "https://discord.com/channels/7/8" },
    limits: { text: 2_000, unit: "utf16_units", images: 4 },
  });
});

it("a webhook without a name has its id as its name, and one without a server has no address", async () => {
  const origin = await startAnswering({ status: 200, json: { id: "1", name: null, token } });
  expect(await verificationAt(origin)).toMatchObject({ account: { id: "1", name: "1", url: null } });
});

it("a token that is wrong is rejected", async () => {
  const { origin } = await startDiscord(token);
  expect(await verificationAt(origin, "/api/webhooks/1/other")).toEqual({
    outcome: "rejected",
    reason: "Discord does not know this webhook: it returned status 401.",
  });
});

it.each([401, 403, 404])(
  "status %i means that the webhook was deleted or its token is wrong",
  async (status) => {
    const origin = await startAnswering({
      status,
      json: { message: `Unknown Webhook ${token}`, code: 10_015 },
    });
    expect(await verificationAt(origin)).toEqual({
      outcome: "rejected",
      reason: `Discord does not know this webhook: it returned status ${status}.`,
    });
  },
);

it.each([
  ["a status 429", { status: 429, json: { retry_after: 1 } }],
  ["a status 500", { status: 500, json: { message: token } }],
  ["a status 302", { status: 302, headers: { Location: "https://example.com/" } }],
  ["a response without JSON", { status: 200 }],
  ["a response of another form", { status: 200, json: { id: 1, token } }],
  ["a response that is null", { status: 200, json: null }],
])("%s says nothing about the webhook, so the connection stays", async (_, reply) => {
  const origin = await startAnswering(reply);
  expect(await verificationAt(origin)).toEqual({
    outcome: "unavailable",
    reason: `Discord returned status ${reply.status} instead of the webhook.`,
  });
});

it("a server that cannot be reached says nothing about the webhook, so the connection stays", async () => {
  expect(await verificationAt("https://localhost:1")).toEqual({
    outcome: "unavailable",
    reason: "Discord could not be reached: localhost refused the connection.",
  });
});
