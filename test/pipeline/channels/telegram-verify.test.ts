import { describe, expect, it } from "vitest";
import { verifyTelegram } from "../../../functions/pipeline/channels/telegram/verify.ts";
import { startAnswering } from "../../support/pipeline/answering-platform.ts";
import { startTelegram, type TelegramState } from "../../support/pipeline/platforms/telegram.ts";
import { verified } from "../../support/pipeline/requests-to-platforms.ts";

const secret = "secret_of_the_brand";
const botToken = `123456789:AAaa-${secret}_0123456789`;
const id = -1001234567890;
const channel = { id, type: "channel", title: "Acme News", username: "acme_news" };
const group = { id, type: "supergroup", title: "Acme Talk", permissions: { can_send_messages: true } };
const closed = { ...group, permissions: { can_send_messages: false } };

async function verificationIn(chat: TelegramState["chat"], member: TelegramState["member"]) {
  const { origin } = await startTelegram(botToken, { chat, member });
  return verified(verifyTelegram({ apiUrl: origin }), { botToken, chatId: id });
}

async function verificationAt(apiUrl: string, credentials = { botToken, chatId: "@acme_news" }) {
  const verification = await verified(verifyTelegram({ apiUrl }), credentials);
  expect(JSON.stringify(verification)).not.toContain(secret);
  return verification;
}

it("a chat in which the bot may post is verified, by its name or its id", async () => {
  const { origin } = await startTelegram(botToken);
  for (const chatId of ["@acme_news", "@Acme_News", String(id)])
    expect(await verificationAt(origin, { botToken, chatId })).toEqual({
      outcome: "verified",
      account: { id: String(id), name: "Acme News", url: "https://t.me/acme_news" },
      limits: { text: 4_096, unit: "utf16_units", images: 4 },
    });
});

it.each([
  ["a group without a public name", { id, type: "supergroup", title: "Acme Talk" }, "Acme Talk", null],
  ["a person", { id: 5, type: "private", username: "ada" }, "@ada", "https://t.me/ada"],
  ["a person without a name", { id: 5, type: "private" }, "5", null],
])("the account of %s has a name", async (_, chat, name, url) => {
  const { origin } = await startTelegram(botToken, { chat, member: { status: "member" } });
  const verification = await verificationAt(origin, { botToken, chatId: String(chat.id) });
  expect(verification).toMatchObject({ outcome: "verified", account: { id: String(chat.id), name, url } });
});

describe("the right to post", () => {
  it.each([
    [
      "an administrator of a channel with this right",
      channel,
      { status: "administrator", can_post_messages: true },
    ],
    ["the creator of a group", closed, { status: "creator" }],
    ["an administrator of a group", closed, { status: "administrator" }],
    ["a member of an open group", group, { status: "member" }],
    [
      "a restricted member that may write",
      group,
      { status: "restricted", is_member: true, can_send_messages: true },
    ],
  ])("is given to %s", async (_, chat, member) => {
    expect(await verificationIn(chat, member)).toMatchObject({ outcome: "verified" });
  });

  it.each([
    [
      "an administrator of a channel without it",
      channel,
      { status: "administrator", can_post_messages: false },
    ],
    ["a member of a channel", channel, { status: "member" }],
    ["a member of a group in which only administrators write", closed, { status: "member" }],
    ["a restricted member", group, { status: "restricted", is_member: true, can_send_messages: false }],
    [
      "a restricted bot that has left",
      group,
      { status: "restricted", is_member: false, can_send_messages: true },
    ],
    ["a bot that has left", group, { status: "left" }],
    ["a bot that was removed", group, { status: "kicked" }],
  ])("is not given to %s", async (_, chat, member) => {
    expect(await verificationIn(chat, member)).toEqual({
      outcome: "rejected",
      reason: "The bot may not post in this chat. Make it an administrator that may post messages.",
    });
  });
});

describe("a check of the credentials", () => {
  it.each([
    ["an unknown token", { botToken: `9${botToken}`, chatId: "@acme_news" }, "401: Unauthorized."],
    ["another chat", { botToken, chatId: "@other" }, "400: Bad Request: chat not found."],
  ])("rejects %s, with the reason of Telegram", async (_, credentials, said) => {
    const { origin } = await startTelegram(botToken);
    expect(await verificationAt(origin, credentials)).toEqual({
      outcome: "rejected",
      reason: `Telegram returned status ${said}`,
    });
  });

  it.each([
    [403, "Forbidden: bot was kicked from the channel chat"],
    [403, "Forbidden: bot is not a member of the channel chat"],
    [404, "Not Found"],
    [400, "Bad Request: member list is inaccessible"],
    [400, "Bad Request: need administrator rights in the channel chat"],
  ])("rejects them after status %i with the description %j", async (status, description) => {
    const origin = await startAnswering({ status, json: { ok: false, error_code: status, description } });
    expect(await verificationAt(origin)).toEqual({
      outcome: "rejected",
      reason: `Telegram returned status ${status}: ${description}.`,
    });
  });

  it("names the new id of a group that became a supergroup", async () => {
    const description = "Bad Request: group chat was upgraded to a supergroup chat";
    const json = { ok: false, description, parameters: { migrate_to_chat_id: id } };
    expect(await verificationAt(await startAnswering({ status: 400, json }))).toEqual({
      outcome: "rejected",
      reason: `Telegram returned status 400: ${description}. Its chatId is now ${id}.`,
    });
  });

  it.each([
    [429, { ok: false, description: "Too Many Requests: retry after 5" }],
    [400, { ok: false, description: "Bad Request: something else" }],
    [500, { ok: false, description: `Internal Server Error of ${botToken}` }],
    [502, undefined],
    [200, undefined],
    [200, { ok: true, result: "something else" }],
  ])("says nothing about them after status %i with %j, so the connection stays", async (status, json) => {
    const origin = await startAnswering({ status, ...(json !== undefined && { json }) });
    expect(await verificationAt(origin)).toMatchObject({ outcome: "unavailable" });
  });

  it.each(["https://localhost:1", "https://api.telegram.invalid"])(
    "says nothing about them when %s cannot be reached",
    async (apiUrl) => {
      expect(await verificationAt(apiUrl)).toMatchObject({
        outcome: "unavailable",
        reason: expect.stringMatching(/^Telegram could not be reached: .*\.$/),
      });
    },
  );
});
