import { blueskyCredentials } from "../../../functions/contract/schemas/channels/bluesky.ts";
import { discordCredentials } from "../../../functions/contract/schemas/channels/discord.ts";
import { ghostCredentials } from "../../../functions/contract/schemas/channels/ghost.ts";
import { linkedinCredentials } from "../../../functions/contract/schemas/channels/linkedin.ts";
import { mastodonCredentials } from "../../../functions/contract/schemas/channels/mastodon.ts";
import { telegramCredentials } from "../../../functions/contract/schemas/channels/telegram.ts";
import { webhookCredentials } from "../../../functions/contract/schemas/channels/webhook.ts";
import * as connections from "../../../functions/contract/schemas/connection.ts";
import {
  arraySchema,
  enumSchema,
  id,
  pageSchema,
  requestSchema,
  responseSchema,
  unionSchema,
  withDefault,
} from "../component.ts";

const channelTexts = {
  channel: "The name of the channel.",
  status:
    "`connected`: posts are published. `error`: the platform no longer accepts the credentials. `not_connected`: the brand has no credentials for the channel. Posts on a channel that is not `connected` fail with `channel_not_connected`.",
  account: "The account that posts go to; `null` for the feed, and if the channel is not connected.",
  limits:
    "What the channel takes. For a connected account of `mastodon`, what its instance takes, as the last check found it.",
  checkedAt: "When the credentials were last checked; `null` if there are none.",
  error:
    "What the last check found; `null` if it verified the credentials. `credentials_invalid`: the platform rejected them, and the status is `error`. `channel_unavailable`: the platform gave no clear response, and the status stayed.",
};

export const channelComponents = {
  BrandChannel: responseSchema(
    connections.brandChannel,
    "A channel, and whether a brand can publish on it. Credentials are never returned.",
    channelTexts,
  ),
  Connection: responseSchema(connections.connection, "A channel that a brand has connected.", {
    ...channelTexts,
    brandId: id("brd", "The id of the brand."),
  }),
  ConnectionPage: pageSchema(connections.connectionPage, "connections"),
  StoredConnectionStatus: enumSchema(
    connections.storedConnectionStatus,
    "Whether posts are published on a channel that a brand has connected.",
  ),
  ConnectionStatus: enumSchema(connections.connectionStatus, "Whether a brand can publish on a channel."),
  ChannelAccount: responseSchema(connections.channelAccount, "The account that a brand's posts go to.", {
    id: "The id of the account on its platform. For `webhook`, the host of the endpoint.",
    name: "The name of the account, for people.",
    url: "Where people see the account; `null` if it has no such address.",
  }),
  ChannelLimits: responseSchema(connections.channelLimits, "What a channel takes.", {
    text: "The longest text of a post, in `unit`.",
    unit: "What the limit of a text counts. `graphemes`: characters as people see them. `code_points`: those of Unicode. `utf16_units`: as JavaScript counts a string. `weighted`: graphemes, but a URL has a fixed length.",
    images: "The maximum number of images of a post.",
  }),
  BrandChannelList: arraySchema(connections.brandChannels, "All channels that exist, for one brand."),
  ChannelCredentials: unionSchema(
    connections.channelCredentials,
    "What connects a channel. The channel in the path says which of these it is.",
  ),
  BlueskyChannel: requestSchema(
    blueskyCredentials,
    "The credentials and settings of the channel `bluesky`.",
    {
      service: {
        text: "The address of the account's server (PDS), such as `https://bsky.social`.",
        also: { pattern: "^https://[^/?#@]+/?$" },
      },
      identifier: "The account's handle, such as `acme.bsky.social`, or its DID.",
      password:
        "An app password: in the settings of Bluesky, under Privacy and security. The password of the account works too, unless the account asks for a code at each login. It is never returned.",
      languages: withDefault(
        "The languages of the posts, as language tags such as `en` or `pt-BR`. `null` means that Bluesky is not told.",
        null,
      ),
    },
  ),
  DiscordChannel: requestSchema(discordCredentials, "The credentials of the channel `discord`.", {
    webhookUrl: {
      text: "The URL of a webhook of the Discord channel: in the channel's settings, under Integrations. It is never returned.",
      also: { pattern: "^https://[^?#]+/api/(?:v[0-9]+/)?webhooks/[0-9]+/[A-Za-z0-9_-]+$" },
    },
  }),
  MastodonChannel: requestSchema(
    mastodonCredentials,
    "The credentials and the settings of the channel `mastodon`. A setting that is absent or `null` is left to the account's preferences.",
    {
      instance: {
        text: "The address of the instance, such as `https://mastodon.social`.",
        also: { pattern: "^https://[^/?#@]+/?$" },
      },
      accessToken:
        "An access token of the account with the scopes `read:accounts`, `read:statuses`, `write:media` and `write:statuses`: in its preferences, under Development. It is never returned.",
      visibility:
        "Who sees the posts: everybody (`public`), everybody but outside of public timelines (`unlisted`), or followers (`private`).",
      language: "The language of the posts (ISO 639), such as `en`.",
      contentWarning:
        "A warning behind which readers find the text and the images of each post. It counts as a part of the text.",
    },
  ),
  LinkedinChannel: requestSchema(linkedinCredentials, "The credentials of the channel `linkedin`.", {
    accessToken:
      "The access token of your LinkedIn app, with the permission `w_member_social` or, for an organization, `w_organization_social`. Most tokens are valid for 60 days: then connect again. It is never returned.",
    author:
      "Who posts: `urn:li:person:` and the id of the member that the token belongs to, or `urn:li:organization:` and the id of an organization that this member may post for.",
    version: withDefault(
      "The version of LinkedIn's API: a year and a month. LinkedIn supports each for at least a year. `null` means the version that this service was tested with.",
      null,
    ),
  }),
  TelegramChannel: requestSchema(telegramCredentials, "The credentials of the channel `telegram`.", {
    botToken: "The token of your bot, as @BotFather gives it. It is never returned.",
    chatId: {
      text: "Where the bot posts: the `@name` of a public channel or group, or the id of a chat, which is negative for channels and groups. In a channel the bot must be an administrator that may post messages.",
      also: {
        anyOf: [
          { type: "string", pattern: "^(@[A-Za-z][A-Za-z0-9_]{3,31}|-?[0-9]{1,16})$" },
          { type: "integer" },
        ],
      },
    },
  }),
  GhostChannel: requestSchema(
    ghostCredentials,
    "The credentials of the channel `ghost`, and how it publishes.",
    {
      url: {
        text: "The address of the blog's Ghost, which may be in a directory: `https://example.com/blog`. If Ghost Admin has a domain of its own, that one. It is never returned.",
        also: { pattern: "^https://[^?#]+$" },
      },
      adminKey: {
        text: "The Admin API key of a custom integration: in Ghost Admin, under Settings, Integrations. It is never returned.",
        also: { pattern: "^[0-9a-f]{24}:[0-9a-f]{64}$" },
      },
      status: withDefault(
        "`published`: readers see the posts. `draft`: the posts become drafts, which a person publishes in Ghost.",
        "published",
      ),
      newsletter: withDefault(
        {
          text: "The slug of an active newsletter, which then sends each post to its members by e-mail. A draft is not sent. `null` means no newsletter.",
          also: { pattern: "^[a-z0-9_-]+$" },
        },
        null,
      ),
    },
  ),
  WebhookChannel: requestSchema(webhookCredentials, "The credentials of the channel `webhook`.", {
    url: "Your endpoint: an https URL with a public address. The service sends a POST to it for each post. It is never returned.",
    secret: withDefault(
      {
        text: "The secret that signs each request. Strongly recommended. It is never returned. `null` means no secret.",
        also: { pattern: "^[^\\x00]*$" },
      },
      null,
    ),
  }),
};
