import { composed } from "../../../functions/domain/channel-text.ts";
import { discordChannel } from "../../../functions/pipeline/channels/discord/discord.ts";
import { startDiscord } from "../../support/pipeline/platforms/discord.ts";
import { samplePng } from "../../support/pipeline/post-contents.ts";
import { channelConformance } from "./conformance.ts";

const token = "a-secret-of-the-brand";

channelConformance(
  "the channel discord",
  async () => {
    const { takeOrigin, messages, fail, requests } = await startDiscord(token);
    return {
      channel: discordChannel,
      get credentials() {
        return { webhookUrl: `${takeOrigin()}/api/webhooks/1/${token}` };
      },
      account: { id: "1", name: "Acme", url: "https://discord.com/channels/7/8" },
      seen: async ({ content }) =>
        messages
          .filter((message) => message.content === composed(content, "discord").text)
          .map(({ content: text, images }) => ({ text, images })),
      asWritten: ({ content }) => ({
        text: composed(content, "discord").text,
        images: content.media.map(({ alt }) => ({ alt, base64: samplePng.toString("base64") })),
      }),
      fail,
      requests,
    };
  },
  {
    name: "discord",
    repeatable: false,
    images: 4,
  },
);
