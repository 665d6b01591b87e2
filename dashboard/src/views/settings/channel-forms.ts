import type { Channel, ChannelCredentials } from "../../../../client/api.ts";

/** A field of the form that connects a channel. Its name is that of the API. */
export interface ChannelField {
  name: string;
  label: string;
  hint: string;
  /** @default "text" */
  type?: "text" | "url" | "secret";
  /** The values to choose from, the default first. Without them, the field takes any text. */
  options?: readonly { value: string; label: string }[];
  /** @default false */
  optional?: boolean;
  /** What the field has at first. */
  initial?: string;
}

/** What someone has filled in. The text of a field, without spaces around it; "" if it is empty. */
type Filled = (name: string) => string;

interface ChannelForm {
  /** What to do on the platform first. */
  setup: string;
  fields: readonly ChannelField[];
  /** The body that connects the channel. */
  credentials: (filled: Filled) => ChannelCredentials;
}

type ConnectableChannel = Exclude<Channel, "feed">;

export function isConnectable(channel: Channel): channel is ConnectableChannel {
  return channel !== "feed";
}

const orNull = (text: string) => (text === "" ? null : text);
const wordsOf = (text: string) => text.split(/[\s,]+/).filter((word) => word !== "");

export const channelForms: Record<ConnectableChannel, ChannelForm> = {
  bluesky: {
    setup:
      "In Bluesky, go to Settings, Privacy and security, App passwords, and create one. The password of the account works too, unless the account asks for a code at each login.",
    fields: [
      {
        name: "service",
        label: "Server",
        type: "url",
        initial: "https://bsky.social",
        hint: "The server of the account. For most accounts it is https://bsky.social.",
      },
      { name: "identifier", label: "Handle", hint: "Such as acme.bsky.social, or the DID of the account." },
      { name: "password", label: "App password", type: "secret", hint: "As Bluesky has shown it." },
      {
        name: "languages",
        label: "Languages of the posts",
        optional: true,
        hint: "Up to three language tags, such as en or pt-BR. Empty: Bluesky is not told.",
      },
    ],
    credentials: (filled) => ({
      service: filled("service"),
      identifier: filled("identifier"),
      password: filled("password"),
      languages: filled("languages") === "" ? null : wordsOf(filled("languages")),
    }),
  },
  mastodon: {
    setup:
      "In the preferences of the account, under Development, create an application with the scopes read:accounts, read:statuses, write:media and write:statuses, and copy its access token.",
    fields: [
      {
        name: "instance",
        label: "Instance",
        type: "url",
        hint: "The address of the server, such as https://mastodon.social.",
      },
      {
        name: "accessToken",
        label: "Access token",
        type: "secret",
        hint: "Of the application that you created.",
      },
      {
        name: "visibility",
        label: "Who sees the posts",
        optional: true,
        hint: "Private: only followers.",
        options: [
          { value: "", label: "As the account has it" },
          { value: "public", label: "Everybody" },
          { value: "unlisted", label: "Everybody, but not in public timelines" },
          { value: "private", label: "Followers" },
        ],
      },
      {
        name: "language",
        label: "Language of the posts",
        optional: true,
        hint: "Such as en. Empty: as the account has it.",
      },
      {
        name: "contentWarning",
        label: "Content warning",
        optional: true,
        hint: "Readers open it to see a post. It counts as a part of the text.",
      },
    ],
    credentials: (filled) => ({
      instance: filled("instance"),
      accessToken: filled("accessToken"),
      visibility: visibilities.find((one) => one === filled("visibility")) ?? null,
      language: orNull(filled("language")),
      contentWarning: orNull(filled("contentWarning")),
    }),
  },
  ghost: {
    setup:
      "In Ghost Admin, go to Settings, Integrations, add a custom integration and copy its Admin API key.",
    fields: [
      {
        name: "url",
        label: "Address of the blog",
        type: "url",
        hint: "Such as https://example.com/blog, without /ghost. If Ghost Admin has a domain of its own, that one.",
      },
      {
        name: "adminKey",
        label: "Admin API key",
        type: "secret",
        hint: "24 characters, a colon, 64 characters.",
      },
      {
        name: "status",
        label: "Posts become",
        hint: "A person publishes drafts in Ghost.",
        options: [
          { value: "published", label: "Published articles" },
          { value: "draft", label: "Drafts" },
        ],
      },
      {
        name: "newsletter",
        label: "Newsletter",
        optional: true,
        hint: "The slug of an active newsletter, which sends each article by e-mail. Empty: none. Drafts are not sent.",
      },
    ],
    credentials: (filled) => ({
      url: filled("url"),
      adminKey: filled("adminKey"),
      status: filled("status") === "draft" ? "draft" : "published",
      newsletter: orNull(filled("newsletter")),
    }),
  },
  webhook: {
    setup:
      "You need an https address that takes a POST for each post, such as a workflow of an automation tool. Connecting sends it a POST of type channel.check: return 2xx within 4 seconds.",
    fields: [
      {
        name: "url",
        label: "Address",
        type: "url",
        hint: "An https address that can be reached from the internet.",
      },
      {
        name: "secret",
        label: "Signing secret",
        type: "secret",
        optional: true,
        hint: "Signs each request, so that you know that it comes from here. Strongly recommended.",
      },
    ],
    credentials: (filled) => ({ url: filled("url"), secret: orNull(filled("secret")) }),
  },
  telegram: {
    setup:
      "Write to @BotFather in Telegram and create a bot. Add the bot to your channel as an administrator that may post messages, or to your group.",
    fields: [
      {
        name: "botToken",
        label: "Token of the bot",
        type: "secret",
        hint: "As @BotFather gave it: digits, a colon and 35 characters.",
      },
      {
        name: "chatId",
        label: "Channel or group",
        hint: "The @name of a public channel or group, or the id of a chat, such as -1001234567890.",
      },
    ],
    credentials: (filled) => ({ botToken: filled("botToken"), chatId: filled("chatId") }),
  },
  discord: {
    setup:
      "In the settings of the Discord channel, go to Integrations, create a webhook and copy its URL. It needs no bot.",
    fields: [
      {
        name: "webhookUrl",
        label: "URL of the webhook",
        type: "secret",
        hint: "Such as https://discord.com/api/webhooks/123/abc. Everyone who has it can post, so it is treated as a secret.",
      },
    ],
    credentials: (filled) => ({ webhookUrl: filled("webhookUrl") }),
  },
  linkedin: {
    setup:
      "In LinkedIn's developer portal, make an app with the product “Share on LinkedIn”, for an organization “Community Management API”, and get a token with the permission w_member_social or w_organization_social. Most tokens end after 60 days: then connect again.",
    fields: [
      {
        name: "accessToken",
        label: "Access token",
        type: "secret",
        hint: "Of your app, for the member who posts.",
      },
      {
        name: "author",
        label: "Author",
        hint: "urn:li:person: and the id of the member, or urn:li:organization: and the id of an organization.",
      },
      {
        name: "version",
        label: "Version of the API",
        optional: true,
        hint: "A year and a month, such as 202607. Empty: the version that this service was tested with.",
      },
    ],
    credentials: (filled) => ({
      accessToken: filled("accessToken"),
      author: filled("author"),
      version: orNull(filled("version")),
    }),
  },
};

const visibilities = ["public", "unlisted", "private"] as const;
