import { describe, expect, it } from "vitest";
import { composed } from "../../../functions/domain/channel-text.ts";
import { isoTime } from "../../../functions/domain/time.ts";
import { telegramChannel } from "../../../functions/pipeline/channels/telegram/telegram.ts";
import { startTelegram, type TelegramState } from "../../support/pipeline/platforms/telegram.ts";
import { contentWithImages, sampleContent, samplePng } from "../../support/pipeline/post-contents.ts";
import { publishingWith, shownBy } from "../../support/pipeline/requests-to-platforms.ts";
import { aPost, newId, testTimeMs } from "../../support/table/entities.ts";
import { channelConformance } from "./conformance.ts";

const botToken = "123456789:AAaa-secret_of_the_brand_0123456789";
const chatId = "@acme_news";

channelConformance(
  "the channel telegram",
  async () => {
    const { takeOrigin, messages, fail, requests } = await startTelegram(botToken);
    return {
      channel: telegramChannel({
        get apiUrl() {
          return takeOrigin();
        },
      }),
      credentials: { botToken, chatId },
      seen: async ({ content }) =>
        messages
          .filter(({ text }) => text === composed(content, "telegram").text)
          .map(({ text, mentions, images, preview }) => ({
            // Readers do not see the character without width.
            text: text.replaceAll("\u2060", ""),
            mentions,
            images,
            preview,
          })),
      asWritten: ({ content }) => ({
        text: [content.text, content.link, content.hashtags.map((tag) => `#${tag}`).join(" ")]
          .filter(Boolean)
          .join("\n\n"),
        mentions: [],
        images: content.media.map(() => samplePng.toString("base64")),
        preview: content.media.length === 0 ? content.link : null,
      }),
      fail,
      requests,
    };
  },
  { name: "telegram", repeatable: false, images: 4 },
);

const post = aPost(newId("org"), {
  status: "scheduled",
  scheduledAt: isoTime(testTimeMs),
  channel: "telegram",
  content: sampleContent(),
});

const id = -1001234567890;
const member = { status: "administrator", can_post_messages: true };

describe("the address of a message", () => {
  it.each<[string, TelegramState["chat"], string | null]>([
    ["a public channel", { id, type: "channel", username: "acme_news" }, "https://t.me/acme_news/1"],
    ["a private channel", { id, type: "channel" }, "https://t.me/c/1234567890/1"],
    ["a public group", { id, type: "supergroup", username: "acme_talk" }, "https://t.me/acme_talk/1"],
    ["a basic group", { id: -4, type: "group" }, null],
    ["a chat with a person", { id: 5, type: "private", username: "somebody" }, null],
  ])("in %s is where readers find it", async (_, chat, externalUrl) => {
    const { origin } = await startTelegram(botToken, { chat, member });
    const published = await telegramChannel({ apiUrl: origin }).publish(
      post,
      publishingWith({ botToken, chatId: chat.id }),
    );
    expect(published).toEqual({ externalUrl });
  });
});

it("four images are one album with one caption", async () => {
  const { origin, messages, requests } = await startTelegram(botToken);
  const pictured = { ...post, content: await contentWithImages(4) };
  const published = await telegramChannel({ apiUrl: origin }).publish(
    pictured,
    publishingWith({ botToken, chatId }),
  );
  expect(published).toEqual({ externalUrl: "https://t.me/acme_news/1" });
  expect(requests()).toBe(1);
  expect(messages).toMatchObject([{ text: "With images", images: { length: 4 } }]);
});

describe("an error", () => {
  const other = "987654321:BBaa-secret_of_the_brand_0123456789";

  it.each([
    ["a wrong token", { botToken: other, chatId }, "CredentialsInvalid", /status 401: Unauthorized\./],
    ["an unknown chat", { botToken, chatId: "@other" }, "CredentialsInvalid", /chat not found/],
  ])("after %s says that the connection is lost", async (_, credentials, name, message) => {
    const { origin } = await startTelegram(botToken);
    await expect(
      telegramChannel({ apiUrl: origin }).publish(post, publishingWith(credentials)),
    ).rejects.toMatchObject({ name, message: expect.stringMatching(message) });
  });

  it("of a post that is too long is a rejection, which leaves the connection as it is", async () => {
    const { origin } = await startTelegram(botToken);
    const long = { ...post, content: { ...post.content, text: "a".repeat(4_097) } };
    await expect(
      telegramChannel({ apiUrl: origin }).publish(long, publishingWith({ botToken, chatId })),
    ).rejects.toMatchObject({ name: "ChannelRejected", message: expect.stringContaining("too long") });
  });

  it.each(["https://localhost:1", "https://api.telegram.invalid", "https://192.168.0.1"])(
    "of the connection to %s does not show the token, which is part of the URL",
    async (apiUrl) => {
      const error: unknown = await telegramChannel({ apiUrl })
        .publish(post, publishingWith({ botToken, chatId }))
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(shownBy(error)).not.toContain("secret_of_the_brand");
    },
  );

  it("does not show the token when Telegram repeats it or publishes without a response", async () => {
    const { origin, fail } = await startTelegram(botToken);
    for (const fault of [
      "rejected",
      "credentials_expired",
      "timeout_published",
      "reset_published",
    ] as const) {
      fail(fault);
      const error: unknown = await telegramChannel({ apiUrl: origin })
        .publish(post, publishingWith({ botToken, chatId }))
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(shownBy(error)).not.toContain("secret_of_the_brand");
    }
  });
});
