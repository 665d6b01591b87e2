import { expect, it } from "vitest";
import { channelForms } from "../../dashboard/src/views/settings/channel-forms.ts";
import { credentialsByChannel } from "../../functions/contract/schemas/connection.ts";

const filledIn = {
  bluesky: {
    service: "https://bsky.social",
    identifier: "acme.bsky.social",
    password: "abcd-efgh-ijkl-mnop",
    languages: "en, pt-BR",
  },
  mastodon: {
    instance: "https://mastodon.social",
    accessToken: "abcDEF123",
    visibility: "unlisted",
    language: "en",
    contentWarning: "Advertisement",
  },
  ghost: {
    url: "https://example.com/blog",
    adminKey: `${"0a".repeat(12)}:${"0b".repeat(32)}`,
    status: "draft",
    newsletter: "weekly",
  },
  webhook: { url: "https://example.com/posts", secret: "s3cret" },
  telegram: { botToken: `1234567:${"a".repeat(35)}`, chatId: "@acme_news" },
  discord: { webhookUrl: "https://discord.com/api/webhooks/123/abc" },
  linkedin: { accessToken: "token", author: "urn:li:organization:123", version: "202607" },
} satisfies Record<keyof typeof channelForms, Record<string, string>>;

const textOf = (texts: Readonly<Record<string, string>>) => (name: string) => texts[name] ?? "";

for (const channel of [
  "bluesky",
  "mastodon",
  "ghost",
  "webhook",
  "telegram",
  "discord",
  "linkedin",
] as const) {
  const { fields, credentials } = channelForms[channel];
  const schema = credentialsByChannel[channel];

  it(`the form of ${channel} has a field for each credential and setting of the contract`, () => {
    expect(fields.map(({ name }) => name).toSorted()).toEqual(Object.keys(schema.shape).toSorted());
  });

  it(`what someone fills into the form of ${channel} is what the contract takes`, () => {
    const body = credentials(textOf(filledIn[channel]));
    expect(schema.parse(body)).toEqual(body);
    expect(Object.values(body)).not.toContain(null);
  });

  it(`the form of ${channel} needs no field that is marked as optional`, () => {
    const required = fields.filter(({ optional }) => optional !== true).map(({ name }) => name);
    const texts = Object.entries(filledIn[channel]).filter(([name]) => required.includes(name));
    expect(schema.safeParse(credentials(textOf(Object.fromEntries(texts)))).success).toBe(true);
  });
}
