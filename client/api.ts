/**
 * Content Pipeline Service
 * 1.0.0
 * DO NOT MODIFY - This file has been generated using oazapfts.
 * See https://www.npmjs.com/package/oazapfts
 */
import * as Oazapfts from "@oazapfts/runtime";
import * as QS from "@oazapfts/runtime/query";
export const defaults: Oazapfts.Defaults<Oazapfts.CustomHeaders> = {
    headers: {},
    baseUrl: "https://localhost:8443"
};
const runtime = Oazapfts.runtime(defaults);
const oazapfts = {
    ...runtime,
    json: (request: Parameters<typeof runtime.json>[0]) =>
        runtime.json(request) as NonNullable<Parameters<typeof runtime.fetchJson>[1]>,
};
export const servers = {
    oneInstallationOfTheService: ({ host = "localhost:8443" }: {
        host: string | number | boolean;
    }) => `https://${host}`
};
export type Weekday = "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
export type PostingSlot = {
    /** The day of the week. */
    weekday: Weekday;
    /** The time of day, as `HH:MM`. */
    time: string;
};
export type Channel = "feed" | "bluesky" | "mastodon" | "ghost" | "webhook" | "telegram" | "discord" | "linkedin";
export type QuietHours = {
    /** When the hours begin, as `HH:MM`. */
    start: string;
    /** When the hours end, as `HH:MM`: on the next day, if it is not later than `start`. */
    end: string;
    /** The days of the week on which the hours begin. Without it they begin every day. */
    weekdays?: Weekday[];
};
export type BrandSettings = {
    /** `manual`: the posts of a run wait for approval by a person. `auto`: they are scheduled as soon as they are created. */
    approval: "manual" | "auto";
    /** The brand's tone of voice, as an instruction for the generator of its posts. */
    voice: string | null;
    /** Hashtags that every post of the brand gets. At most 20, each of 1 to 60 letters, digits and underscores of any script, at least one of them a letter, with or without a leading `#`. Accents are stored composed (NFC). Duplicates are removed. */
    hashtags: string[];
    /** The weekly times at which posts of runs are planned, in the brand's time zone: one post for each channel at a time. Without slots, a post of a run is published as soon as it is approved, but not before the quiet hours and blackout dates end. */
    postingSlots: PostingSlot[];
    /** The channels that the brand uses. Duplicates are removed. */
    channels: Channel[];
    /** Which images the posts of runs get. `none`: no image. `source`: the image that the source names for its item, on channels that take images. Its description is that of the source, else the title of the item. The image is left out where the text with it would lose the link or the end of the title, and where it cannot be fetched or the channel does not take it. */
    images: "none" | "source";
    /** Query parameters that are added to every link in the brand's posts. At most 10, each named `utm_…`. */
    utm: {
        [key: string]: string;
    };
    /** The value of one click in `currency`: 0, or at least 0.000001. Without it, runs have no estimated ROI. */
    valuePerClick: number | null;
    /** The currency of `valuePerClick`: an ISO 4217 code, such as `EUR`. */
    currency: string | null;
    /** Which times the posts of runs get. `fixed`: the `postingSlots`. `suggested`: the brand's `suggestedSlots`, as soon as there are some. */
    slots: "fixed" | "suggested";
    /** Words and phrases. A run makes no post of a story of which a report mentions one of them in its title or summary. Case, accents and English and German endings do not matter: `casino` also stands for "Casinos". At most 100, each of 1 to 100 characters. Duplicates are removed. */
    avoid: string[];
    /** Hours of the day in which no post of a run is planned, in the brand's time zone. A posting slot in them stays empty. At most 14. */
    quietHours: QuietHours[];
    /** Dates on which no post of a run is planned, in the brand's time zone: a date, such as `2026-12-24`, or the first and the last of at most 366 days, such as `2026-12-24/2027-01-02`. At most 100. */
    blackoutDates: string[];
    /** The score from which a topic is a trend, from 3.5 to 100. A score of 4 is reached by three sources that each mention something new once, or by two sources that mention it twice. */
    trendThreshold: number;
};
export type SuggestedSlot = {
    /** The day of the week. */
    weekday: Weekday;
    /** The time of day, as `HH:MM`, in the brand's time zone. */
    time: string;
    /** How many posts were published in the hour that begins with the slot. */
    posts: number;
    /** How many reactions they got, compared with the mean of their channels: 1.5 is half more. With few posts it is closer to 1. */
    lift: number;
};
export type SuggestedSlots = {
    /** The best first. Empty while `posts` is below 30. */
    slots: SuggestedSlot[];
    /** How many posts were compared: those of the 500 newest of the last 12 weeks that have known reactions. */
    posts: number;
    /** When the results were compared. */
    computedAt: string;
};
export type Brand = {
    /** The id of the brand. */
    id: string;
    /** The name of the brand. */
    name: string;
    /** An IANA time zone, such as `Europe/Zurich`. Posting slots, schedules and weekly digests use it. */
    timezone: string;
    /** How the brand's posts are created, approved and published. */
    settings: BrandSettings;
    /** The posting slots that the brand's own results suggest, computed with each weekly digest; `null` before the first one. */
    suggestedSlots: SuggestedSlots | null;
    /** When it was created. */
    createdAt: string;
    /** When it last changed. */
    updatedAt: string;
};
export type BrandPage = {
    /** The brands of this page, in the requested order. */
    data: Brand[];
    /** Send it as `cursor`, with the same filters and order, to get the next page. `null` on the last page. */
    nextCursor: string | null;
};
export type ErrorResponse = {
    /** The error. */
    error: {
        /** The kind of error, for programs. Each HTTP status has one code. */
        code: "validation_error" | "unauthorized" | "forbidden" | "not_found" | "unprocessable" | "rate_limited" | "internal_error";
        /** What went wrong and what to do, for people. */
        message: string;
        /** Every invalid field. Only with `validation_error`. */
        fields?: {
            /** The path of the field, such as `events[1]` or `settings.postingSlots[0].time`. */
            field: string;
            /** Why its value is not valid. */
            reason: string;
        }[];
    };
};
export type NewBrandSettings = {
    /** `manual`: the posts of a run wait for approval by a person. `auto`: they are scheduled as soon as they are created. */
    approval?: "manual" | "auto";
    /** The brand's tone of voice, as an instruction for the generator of its posts. */
    voice?: string | null;
    /** Hashtags that every post of the brand gets. At most 20, each of 1 to 60 letters, digits and underscores of any script, at least one of them a letter, with or without a leading `#`. Accents are stored composed (NFC). Duplicates are removed. */
    hashtags?: string[];
    /** The weekly times at which posts of runs are planned, in the brand's time zone: one post for each channel at a time. Without slots, a post of a run is published as soon as it is approved, but not before the quiet hours and blackout dates end. */
    postingSlots?: PostingSlot[];
    /** The channels that the brand uses. Duplicates are removed. */
    channels?: Channel[];
    /** Which images the posts of runs get. `none`: no image. `source`: the image that the source names for its item, on channels that take images. Its description is that of the source, else the title of the item. The image is left out where the text with it would lose the link or the end of the title, and where it cannot be fetched or the channel does not take it. */
    images?: "none" | "source";
    /** Query parameters that are added to every link in the brand's posts. At most 10, each named `utm_…`. */
    utm?: {
        [key: string]: string;
    };
    /** The value of one click in `currency`: 0, or at least 0.000001. Without it, runs have no estimated ROI. */
    valuePerClick?: number | null;
    /** The currency of `valuePerClick`: an ISO 4217 code, such as `EUR`. */
    currency?: string | null;
    /** Which times the posts of runs get. `fixed`: the `postingSlots`. `suggested`: the brand's `suggestedSlots`, as soon as there are some. */
    slots?: "fixed" | "suggested";
    /** Words and phrases. A run makes no post of a story of which a report mentions one of them in its title or summary. Case, accents and English and German endings do not matter: `casino` also stands for "Casinos". At most 100, each of 1 to 100 characters. Duplicates are removed. */
    avoid?: string[];
    /** Hours of the day in which no post of a run is planned, in the brand's time zone. A posting slot in them stays empty. At most 14. */
    quietHours?: QuietHours[];
    /** Dates on which no post of a run is planned, in the brand's time zone: a date, such as `2026-12-24`, or the first and the last of at most 366 days, such as `2026-12-24/2027-01-02`. At most 100. */
    blackoutDates?: string[];
    /** The score from which a topic is a trend, from 3.5 to 100. A score of 4 is reached by three sources that each mention something new once, or by two sources that mention it twice. */
    trendThreshold?: number;
};
export type NewBrand = {
    /** The name of the brand. Must not be blank. */
    name: string;
    /** An IANA time zone, such as `Europe/Zurich`. Posting slots, schedules and weekly digests use it. */
    timezone: string;
    /** How the brand's posts are created, approved and published. A setting that is not given gets its default. */
    settings?: NewBrandSettings;
};
export type BrandSettingsChanges = {
    /** `manual`: the posts of a run wait for approval by a person. `auto`: they are scheduled as soon as they are created. */
    approval?: "manual" | "auto";
    /** The brand's tone of voice, as an instruction for the generator of its posts. */
    voice?: string | null;
    /** Hashtags that every post of the brand gets. At most 20, each of 1 to 60 letters, digits and underscores of any script, at least one of them a letter, with or without a leading `#`. Accents are stored composed (NFC). Duplicates are removed. */
    hashtags?: string[];
    /** The weekly times at which posts of runs are planned, in the brand's time zone: one post for each channel at a time. Without slots, a post of a run is published as soon as it is approved, but not before the quiet hours and blackout dates end. */
    postingSlots?: PostingSlot[];
    /** The channels that the brand uses. Duplicates are removed. */
    channels?: Channel[];
    /** Which images the posts of runs get. `none`: no image. `source`: the image that the source names for its item, on channels that take images. Its description is that of the source, else the title of the item. The image is left out where the text with it would lose the link or the end of the title, and where it cannot be fetched or the channel does not take it. */
    images?: "none" | "source";
    /** Query parameters that are added to every link in the brand's posts. At most 10, each named `utm_…`. */
    utm?: {
        [key: string]: string;
    };
    /** The value of one click in `currency`: 0, or at least 0.000001. Without it, runs have no estimated ROI. */
    valuePerClick?: number | null;
    /** The currency of `valuePerClick`: an ISO 4217 code, such as `EUR`. */
    currency?: string | null;
    /** Which times the posts of runs get. `fixed`: the `postingSlots`. `suggested`: the brand's `suggestedSlots`, as soon as there are some. */
    slots?: "fixed" | "suggested";
    /** Words and phrases. A run makes no post of a story of which a report mentions one of them in its title or summary. Case, accents and English and German endings do not matter: `casino` also stands for "Casinos". At most 100, each of 1 to 100 characters. Duplicates are removed. */
    avoid?: string[];
    /** Hours of the day in which no post of a run is planned, in the brand's time zone. A posting slot in them stays empty. At most 14. */
    quietHours?: QuietHours[];
    /** Dates on which no post of a run is planned, in the brand's time zone: a date, such as `2026-12-24`, or the first and the last of at most 366 days, such as `2026-12-24/2027-01-02`. At most 100. */
    blackoutDates?: string[];
    /** The score from which a topic is a trend, from 3.5 to 100. A score of 4 is reached by three sources that each mention something new once, or by two sources that mention it twice. */
    trendThreshold?: number;
};
export type BrandChanges = {
    /** The name of the brand. Must not be blank. */
    name?: string;
    /** An IANA time zone, such as `Europe/Zurich`. Posting slots, schedules and weekly digests use it. If it changes, the schedules of the brand's pipelines use the new time zone from then on. */
    timezone?: string;
    /** How the brand's posts are created, approved and published. Each setting that is given replaces the whole old value. A setting that is not given stays as it is. `null` clears a setting. */
    settings?: BrandSettingsChanges;
};
export type BlockedReason = "blackout_date" | "quiet_hours";
export type CalendarPostStatus = "pending" | "scheduled" | "failed" | "published";
export type PlannedPost = {
    /** The id of the post. */
    postId: string;
    /** The channel of the post. */
    channel: string;
    /** The status of the post. */
    status: CalendarPostStatus;
    /** The beginning of the post's text: at most 200 characters. */
    text: string;
};
export type CalendarSlot = {
    /** The time of the slot. */
    at: string;
    /** The same time on the wall clock of the brand, with its offset from UTC. */
    localAt: string;
    /** Why runs leave the slot empty: it is in quiet hours or on a blackout date. `null` if they do not. */
    blockedBy: BlockedReason | null;
    /** The posts whose `scheduledAt` is this time: at most one of each channel that is pending or scheduled, and those that failed or are published. */
    posts: PlannedPost[];
};
export type OtherPost = {
    /** The `scheduledAt` of the post. */
    at: string;
    /** The same time on the wall clock of the brand, with its offset from UTC. */
    localAt: string;
    /** The id of the post. */
    postId: string;
    /** The channel of the post. */
    channel: string;
    /** The status of the post. */
    status: CalendarPostStatus;
    /** The beginning of the post's text: at most 200 characters. */
    text: string;
};
export type BlockedPeriod = {
    /** The setting that the period comes from. */
    reason: BlockedReason;
    /** When the period begins. */
    "from": string;
    /** The same time on the wall clock of the brand, with its offset from UTC. */
    localFrom: string;
    /** When the period ends. */
    to: string;
    /** The same time on the wall clock of the brand, with its offset from UTC. */
    localTo: string;
};
export type Calendar = {
    /** The id of the brand. */
    brandId: string;
    /** The time zone of the brand. */
    timezone: string;
    /** Where the calendar begins, in UTC. */
    "from": string;
    /** Where the calendar ends, in UTC. */
    to: string;
    /** The posting slots of the brand, by their time. */
    slots: CalendarSlot[];
    /** The posts at other times, by their time. */
    otherPosts: OtherPost[];
    /** The quiet hours and the blackout dates, by their beginning. Periods of different reasons can overlap. */
    blocked: BlockedPeriod[];
    /** Whether more than 1,000 posts have their time in the calendar: then it shows the first 1,000. Ask for fewer days. */
    hasMorePosts: boolean;
};
export type ConnectionStatus = "connected" | "error" | "not_connected";
export type ChannelAccount = {
    /** The id of the account on its platform. For `webhook`, the host of the endpoint. */
    id: string;
    /** The name of the account, for people. */
    name: string;
    /** Where people see the account; `null` if it has no such address. */
    url: string | null;
};
export type ChannelLimits = {
    /** The longest text of a post, in `unit`. */
    text: number;
    /** What the limit of a text counts. `graphemes`: characters as people see them. `code_points`: those of Unicode. `utf16_units`: as JavaScript counts a string. `weighted`: graphemes, but a URL has a fixed length. */
    unit: "graphemes" | "code_points" | "utf16_units" | "weighted";
    /** The maximum number of images of a post. */
    images: number;
};
export type Failure = {
    /** The kind of failure, for programs. */
    code: string;
    /** What went wrong, for people. */
    message: string;
};
export type BrandChannel = {
    /** The name of the channel. */
    channel: Channel;
    /** `connected`: posts are published. `error`: the platform no longer accepts the credentials. `not_connected`: the brand has no credentials for the channel. Posts on a channel that is not `connected` fail with `channel_not_connected`. */
    status: ConnectionStatus;
    /** The account that posts go to; `null` for the feed, and if the channel is not connected. */
    account: ChannelAccount | null;
    /** What the channel takes. For a connected account of `mastodon`, what its instance takes, as the last check found it. */
    limits: ChannelLimits;
    /** When the credentials were last checked; `null` if there are none. */
    checkedAt: string | null;
    /** What the last check found; `null` if it verified the credentials. `credentials_invalid`: the platform rejected them, and the status is `error`. `channel_unavailable`: the platform gave no clear response, and the status stayed. */
    error: Failure | null;
};
export type BrandChannelList = BrandChannel[];
export type BlueskyChannel = {
    /** The address of the account's server (PDS), such as `https://bsky.social`. */
    service: string;
    /** The account's handle, such as `acme.bsky.social`, or its DID. */
    identifier: string;
    /** An app password: in the settings of Bluesky, under Privacy and security. The password of the account works too, unless the account asks for a code at each login. It is never returned. */
    password: string;
    /** The languages of the posts, as language tags such as `en` or `pt-BR`. `null` means that Bluesky is not told. */
    languages?: string[] | null;
};
export type MastodonChannel = {
    /** The address of the instance, such as `https://mastodon.social`. */
    instance: string;
    /** An access token of the account with the scopes `read:accounts`, `read:statuses`, `write:media` and `write:statuses`: in its preferences, under Development. It is never returned. */
    accessToken: string;
    /** Who sees the posts: everybody (`public`), everybody but outside of public timelines (`unlisted`), or followers (`private`). */
    visibility?: ("public" | "unlisted" | "private" | null) | ("public" | "unlisted" | "private" | null);
    /** The language of the posts (ISO 639), such as `en`. */
    language?: string | null;
    /** A warning behind which readers find the text and the images of each post. It counts as a part of the text. */
    contentWarning?: string | null;
};
export type GhostChannel = {
    /** The address of the blog's Ghost, which may be in a directory: `https://example.com/blog`. If Ghost Admin has a domain of its own, that one. It is never returned. */
    url: string;
    /** The Admin API key of a custom integration: in Ghost Admin, under Settings, Integrations. It is never returned. */
    adminKey: string;
    /** `published`: readers see the posts. `draft`: the posts become drafts, which a person publishes in Ghost. */
    status?: "published" | "draft";
    /** The slug of an active newsletter, which then sends each post to its members by e-mail. A draft is not sent. `null` means no newsletter. */
    newsletter?: string | null;
};
export type WebhookChannel = {
    /** Your endpoint: an https URL with a public address. The service sends a POST to it for each post. It is never returned. */
    url: string;
    /** The secret that signs each request. Strongly recommended. It is never returned. `null` means no secret. */
    secret?: string | null;
};
export type TelegramChannel = {
    /** The token of your bot, as @BotFather gives it. It is never returned. */
    botToken: string;
    /** Where the bot posts: the `@name` of a public channel or group, or the id of a chat, which is negative for channels and groups. In a channel the bot must be an administrator that may post messages. */
    chatId: string | number;
};
export type DiscordChannel = {
    /** The URL of a webhook of the Discord channel: in the channel's settings, under Integrations. It is never returned. */
    webhookUrl: string;
};
export type LinkedinChannel = {
    /** The access token of your LinkedIn app, with the permission `w_member_social` or, for an organization, `w_organization_social`. Most tokens are valid for 60 days: then connect again. It is never returned. */
    accessToken: string;
    /** Who posts: `urn:li:person:` and the id of the member that the token belongs to, or `urn:li:organization:` and the id of an organization that this member may post for. */
    author: string;
    /** The version of LinkedIn's API: a year and a month. LinkedIn supports each for at least a year. `null` means the version that this service was tested with. */
    version?: string | null;
};
export type ChannelCredentials = BlueskyChannel | MastodonChannel | GhostChannel | WebhookChannel | TelegramChannel | DiscordChannel | LinkedinChannel;
export type StoredConnectionStatus = "connected" | "error";
export type Connection = {
    /** The id of the brand. */
    brandId: string;
    /** The name of the channel. */
    channel: Channel;
    /** `connected`: posts are published. `error`: the platform no longer accepts the credentials. `not_connected`: the brand has no credentials for the channel. Posts on a channel that is not `connected` fail with `channel_not_connected`. */
    status: StoredConnectionStatus;
    /** The account that posts go to; `null` for the feed, and if the channel is not connected. */
    account: ChannelAccount | null;
    /** What the channel takes. For a connected account of `mastodon`, what its instance takes, as the last check found it. */
    limits: ChannelLimits;
    /** When the credentials were last checked; `null` if there are none. */
    checkedAt: string | null;
    /** What the last check found; `null` if it verified the credentials. `credentials_invalid`: the platform rejected them, and the status is `error`. `channel_unavailable`: the platform gave no clear response, and the status stayed. */
    error: Failure | null;
};
export type ConnectionPage = {
    /** The connections of this page, in the requested order. */
    data: Connection[];
    /** Send it as `cursor`, with the same filters and order, to get the next page. `null` on the last page. */
    nextCursor: string | null;
};
export type ModelEndpoint = {
    /** The address of the API, such as `https://api.example.com/v1`, or of its `/chat/completions` itself. An https URL with a public address. Responses show it, so it must have no secret. */
    url: string;
    /** The name of the model, as the endpoint knows it. */
    model: string;
    /** Whether requests to the endpoint carry a key. */
    hasApiKey: boolean;
    /** When it was set. */
    updatedAt: string;
};
export type NewModelEndpoint = {
    /** The address of the API, such as `https://api.example.com/v1`, or of its `/chat/completions` itself. An https URL with a public address. Responses show it, so it must have no secret. */
    url: string;
    /** The name of the model, as the endpoint knows it. Must not be blank. */
    model: string;
    /** The key that the service sends as `Authorization: Bearer`. It is stored encrypted and never returned. `null` means no key. */
    apiKey?: string | null;
};
export type PipelineStatus = "draft" | "active" | "paused";
export type FeedSource = {
    /** The type of the source. */
    "type": "feed";
    /** An http or https URL of a public address, of at most 2,048 characters. */
    url: string;
};
export type HackernewsSource = {
    /** The type of the source. */
    "type": "hackernews";
    /** Words that a story must have. Without it, all stories count. Must not be blank. */
    query?: string;
    /** The points that a story must have. */
    minPoints?: number;
};
export type MastodonTrendsSource = {
    /** The type of the source. */
    "type": "mastodon_trends";
    /** The address of the instance, such as `https://mastodon.social`. */
    instance: string;
    /** What is trending: hashtags (`tags`), links to pages (`links`) or posts (`statuses`). */
    kind: "tags" | "links" | "statuses";
};
export type BlueskyTrendsSource = {
    /** The type of the source. */
    "type": "bluesky_trends";
};
export type WikipediaPageviewsSource = {
    /** The type of the source. */
    "type": "wikipedia_pageviews";
    /** The Wikipedia by its language, such as `en.wikipedia`. */
    project: string;
};
export type GoogleTrendsSource = {
    /** The type of the source. */
    "type": "google_trends";
    /** The country's code (ISO 3166), such as `CH`. */
    country: string;
};
export type ArxivSource = {
    /** The type of the source. */
    "type": "arxiv";
    /** The category, such as `cs.AI`, or a whole archive, such as `math`. */
    category: string;
};
export type Source = FeedSource | HackernewsSource | MastodonTrendsSource | BlueskyTrendsSource | WikipediaPageviewsSource | GoogleTrendsSource | ArxivSource;
export type TemplateGenerator = {
    /** The kind of generator. */
    "type": "template";
};
export type Guardrail = {
    /** The id of the guardrail, such as `gr1a2b3c4d5e`. */
    id: string;
    /** The version of the guardrail: a number, or `DRAFT`. */
    version: string;
};
export type TokenPrice = {
    /** For what the model reads: 0, or at least 0.000001. */
    input: number;
    /** For what the model writes: 0, or at least 0.000001. */
    output: number;
};
export type BedrockGenerator = {
    /** The kind of generator. */
    "type": "bedrock";
    /** The id of the model or of an inference profile, such as `eu.amazon.nova-lite-v1:0`. */
    model: string;
    /** A guardrail that judges each item and each text. A post that it stops waits for approval. */
    guardrail?: Guardrail;
    /** What the model charges, in US dollars for a million tokens. With it, runs show their cost. Without it, they show tokens only. */
    pricePerMillionTokens?: TokenPrice;
};
export type OpenaiCompatibleGenerator = {
    /** The kind of generator. */
    "type": "openai_compatible";
    /** What the model charges, in US dollars for a million tokens. With it, runs show their cost. Without it, they show tokens only. */
    pricePerMillionTokens?: TokenPrice;
};
export type Generator = TemplateGenerator | BedrockGenerator | OpenaiCompatibleGenerator;
export type Pipeline = {
    /** The id of the pipeline. */
    id: string;
    /** The brand that the pipeline belongs to. */
    brandId: string;
    /** The name of the pipeline. */
    name: string;
    /** Only an `active` pipeline runs on its schedule. A pipeline in any status can be run by request. A `draft` can become `active`, an `active` pipeline can become `paused`, and a `paused` one `active`. */
    status: PipelineStatus;
    /** When the pipeline runs: a cron expression in the brand's time zone, such as `0 9 * * 1-5`. `null`: it runs only by request. */
    schedule: string | null;
    /** The sources that the pipeline reads for new items. */
    sources: Source[];
    /** The topics that the pipeline looks for, each one line of text that is not blank. Without topics, every item matches. Duplicates are removed. */
    topics: string[];
    /** The channels that its posts are published to. The brand must have connected them. Duplicates are removed. */
    channels: string[];
    /** The maximum number of posts that a run creates for each channel. Times the number of channels, it is at most 90. */
    postsPerRun: number;
    /** The generator that writes the posts. `openai_compatible` needs the brand's model endpoint. What a model does not write, the template writes. */
    generator: Generator;
    /** When it was created. */
    createdAt: string;
    /** When it last changed. */
    updatedAt: string;
};
export type PipelineList = Pipeline[];
export type NewPipeline = {
    /** The name of the pipeline. Must not be blank. */
    name: string;
    /** Only an `active` pipeline runs on its schedule. A pipeline in any status can be run by request. A `draft` can become `active`, an `active` pipeline can become `paused`, and a `paused` one `active`. */
    status?: PipelineStatus;
    /** When the pipeline runs: a cron expression in the brand's time zone, such as `0 9 * * 1-5`. `null`: it runs only by request. Must not be blank. */
    schedule?: string | null;
    /** The sources that the pipeline reads for new items. */
    sources: Source[];
    /** The topics that the pipeline looks for, each one line of text that is not blank. Without topics, every item matches. Duplicates are removed. */
    topics?: string[];
    /** The channels that its posts are published to. The brand must have connected them. Duplicates are removed. */
    channels: Channel[];
    /** The maximum number of posts that a run creates for each channel. Times the number of channels, it is at most 90. */
    postsPerRun?: number;
    /** The generator that writes the posts. `openai_compatible` needs the brand's model endpoint. What a model does not write, the template writes. */
    generator?: Generator;
};
export type PipelineChanges = {
    /** The name of the pipeline. Must not be blank. */
    name?: string;
    /** Only an `active` pipeline runs on its schedule. A pipeline in any status can be run by request. A `draft` can become `active`, an `active` pipeline can become `paused`, and a `paused` one `active`. */
    status?: PipelineStatus;
    /** When the pipeline runs: a cron expression in the brand's time zone, such as `0 9 * * 1-5`. `null`: it runs only by request. Must not be blank. */
    schedule?: string | null;
    /** The sources that the pipeline reads for new items. */
    sources?: Source[];
    /** The topics that the pipeline looks for, each one line of text that is not blank. Without topics, every item matches. Duplicates are removed. */
    topics?: string[];
    /** The channels that its posts are published to. The brand must have connected them. Duplicates are removed. */
    channels?: Channel[];
    /** The maximum number of posts that a run creates for each channel. Times the number of channels, it is at most 90. */
    postsPerRun?: number;
    /** The generator that writes the posts. `openai_compatible` needs the brand's model endpoint. What a model does not write, the template writes. */
    generator?: Generator;
};
export type PipelinePage = {
    /** The pipelines of this page, in the requested order. */
    data: Pipeline[];
    /** Send it as `cursor`, with the same filters and order, to get the next page. `null` on the last page. */
    nextCursor: string | null;
};
export type RunStatus = "queued" | "running" | "succeeded" | "failed";
export type RunStage = {
    /** The name of the stage. */
    name: "discover" | "rank" | "write" | "plan";
    /** The status of the stage. */
    status: "pending" | "running" | "succeeded" | "failed";
    /** When the stage started; `null` before that. */
    startedAt: string | null;
    /** When the stage ended; `null` before that. */
    finishedAt: string | null;
    /** A short summary of what the stage did; `null` while there is none. */
    detail: string | null;
};
export type ModelUsage = {
    /** The tokens that the model has read. */
    inputTokens: number;
    /** The tokens that the model has written. */
    outputTokens: number;
    /** What they cost in US dollars, by the `pricePerMillionTokens` of the generator; `null` if it names no price. */
    costUsd: number | null;
};
export type Run = {
    /** The id of the run. */
    runId: string;
    /** The pipeline of the run. */
    pipelineId: string;
    /** The brand of the pipeline. */
    brandId: string;
    /** `manual`: a request started the run. `schedule`: the pipeline's schedule started it. */
    trigger: "manual" | "schedule";
    /** First `queued`, then `running`, then `succeeded` or `failed`. */
    status: RunStatus;
    /** The ids of the posts that the run created. Empty until the run has `succeeded`, complete from then on. */
    outputs: string[];
    /** The stages of the run, in order. Empty 90 days after the end of the run. */
    stages: RunStage[];
    /** Why the run has `failed`; otherwise `null`. */
    error: Failure | null;
    /** When it was created. */
    createdAt: string;
    /** When the run started; `null` before that. */
    startedAt: string | null;
    /** When the run ended; `null` before that. */
    finishedAt: string | null;
    /** What the calls of the pipeline's model used. `null` if its generator is no model, and before the run has `succeeded`. */
    usage: ModelUsage | null;
};
export type RunPage = {
    /** The runs of this page, in the requested order. */
    data: Run[];
    /** Send it as `cursor`, with the same filters and order, to get the next page. `null` on the last page. */
    nextCursor: string | null;
};
export type PostContent = {
    /** The text, without hashtags. Its maximum length is the `limit` of the post, which depends on the channel. */
    text: string;
    /** The URL that the post links to; `null` for none. */
    link: string | null;
    /** The hashtags. Stored without `#`, which the channel adds, and with composed accents (NFC). */
    hashtags: string[];
    /** The pictures of the post. */
    media: {
        /** The URL of the picture. */
        url: string;
        /** A text that describes the picture, for people who cannot see it. */
        alt: string;
    }[];
};
export type PostStatus = "draft" | "pending" | "scheduled" | "published" | "failed";
export type PostReason = {
    /** One sentence for people. Its wording may change: use the other fields in programs. */
    text: string;
    /** The score of the story, 0 to 1. With topics it is 0.5 × `relevance` + 0.35 × `freshness` + 0.15 × `corroboration`, without topics 0.75 × `freshness` + 0.25 × `corroboration`. */
    score: number;
    /** The parts of the score, and what the story repeats. Each is 0 to 1. */
    terms: {
        /** How well the story matches the pipeline's topics. A topic in a title counts 0.7, one that is only in a summary 0.4; each further topic closes the same part of what is left to 1. `null` if the pipeline has no topics. */
        relevance: number | null;
        /** 1 for a story that was reported now. It halves with each day since the latest report. A story without a date counts as three days old. */
        freshness: number;
        /** 1 − 1 / the number of sources that report the story. */
        corroboration: number;
        /** What was deducted from the score when the story was chosen, for a title, host, source or topic that the posts chosen before it in the run have too. */
        repetition: number;
    };
    /** The rising trend that the story belongs to; `null` if it belongs to none, and in a preview. */
    trend: {
        /** The id of the trend. */
        id: string;
        /** The title of the trend. */
        title: string;
        /** The score of the trend when the run chose the story. */
        score: number;
    } | null;
};
export type PreviewedPost = {
    /** The channel that it would be published to. */
    channel: string;
    /** What it would say. */
    content: PostContent;
    /** The length of its text, counted as its channel counts. */
    length: number;
    /** The maximum length of its text, counted as its channel counts. */
    limit: number;
    /** `pending` if the brand approves posts by hand, else `scheduled`. */
    status: PostStatus;
    /** When it would be published, if nobody changes it. */
    scheduledAt: string | null;
    /** Why the run would choose its story. */
    reason: PostReason | null;
};
export type RunPreview = {
    /** The posts that it would create. Nothing is stored. */
    posts: PreviewedPost[];
    /** The stages of the run, in order. Their details name the sources that were left out. */
    stages: RunStage[];
    /** Why the run would fail; `null` if it would succeed. */
    error: Failure | null;
};
export type Post = {
    /** The id of the post. */
    id: string;
    /** The brand that the post belongs to. */
    brandId: string;
    /** The pipeline that created the post; `null` for a post that no run made. */
    pipelineId: string | null;
    /** The run that created the post; `null` for a post that no run made. */
    runId: string | null;
    /** The channel that the post is published to. */
    channel: string;
    /** The content of the post. */
    content: PostContent;
    /** How long the text is, as its channel publishes and counts it: `feed` counts characters as readers see them, so that an emoji or a letter with its accents is one. */
    length: number;
    /** The greatest `length` that the channel takes. For `mastodon` it is that of the instance that the brand has connected. A longer post can be neither approved nor retried. */
    limit: number;
    /** `pending`: the post waits for approval. `scheduled`: it will be published at `scheduledAt`. `draft`: it was rejected or cancelled, and can be submitted again. `published`: it was published. `failed`: its publication failed. */
    status: PostStatus;
    /** The time for which the post is or was planned; `null` for none. */
    scheduledAt: string | null;
    /** When the post was published; `null` before that. */
    publishedAt: string | null;
    /** The URL of the published post on the channel. `null` before it is published, and if the channel has no page for it. */
    externalUrl: string | null;
    /** Why the publication has `failed`; otherwise `null`. With the code `outcome_unknown` the channel may show the post: check it, and resolve the post. A post that a person found missing has the code `not_published`. */
    failure: Failure | null;
    /** Set while a `scheduled` post waits after its `scheduledAt`: the channel could not take it yet, or the brand's posts on the channel are spread over time. `null` otherwise. */
    nextAttempt: {
        /** When the next attempt is made. */
        at: string;
        /** Why the post is not published yet. `rate_limited`: the channel takes a limited number of posts. `channel_unavailable`: the channel could not be reached or did not work. `outcome_unknown`: the channel did not confirm the post, and takes it only once however often it is sent. */
        reason: Failure;
    } | null;
    /** When it was created. */
    createdAt: string;
    /** When it last changed. */
    updatedAt: string;
    /** Why the run chose the story of the post; `null` for a post that no run made. */
    reason: PostReason | null;
    /** What wrote the post; `null` for a post that no run made. */
    generator: {
        /** The generator of the pipeline. */
        "type": "template" | "bedrock" | "openai_compatible";
        /** Set if the template wrote the post in place of that generator; otherwise `null`. */
        fallback: {
            /** Why, for people. */
            reason: string;
        } | null;
    } | null;
};
export type PostPage = {
    /** The posts of this page, in the requested order. */
    data: Post[];
    /** Send it as `cursor`, with the same filters and order, to get the next page. `null` on the last page. */
    nextCursor: string | null;
};
export type GivenPicture = {
    /** The URL of the picture. An http or https URL of a public address. */
    url: string;
    /** A text that describes the picture, for people who cannot see it. Must not be blank. */
    alt: string;
};
export type NewPost = {
    /** The brand that the post belongs to. */
    brandId: string;
    /** The channel to publish the post to. */
    channel: Channel;
    /** The text, without hashtags. Its maximum length is the `limit` of the post, which depends on the channel. Must not be blank. */
    text: string;
    /** The URL that the post links to; `null` for none. An http or https URL of a public address. */
    link?: string | null;
    /** At most 20, each of 1 to 60 letters, digits and underscores, at least one of them a letter. Stored without `#`, which the channel adds, and with composed accents (NFC). Duplicates are removed. */
    hashtags?: string[];
    /** At most 4 pictures. A channel may take fewer: its `limits.images` says how many. A post with more is rejected. */
    media?: GivenPicture[];
    /** When to publish the post. If it is `null`, or has passed when the post is approved, the post is published then. An ISO 8601 date and time with its offset from UTC, in the years 2000 to 2099. */
    scheduledAt?: string | null;
    /** `draft`: the post can be submitted for approval later. `pending`: it waits for approval. */
    status?: "draft" | "pending";
};
export type PostChanges = {
    /** The text, without hashtags. Its maximum length is the `limit` of the post, which depends on the channel. Must not be blank. */
    text?: string;
    /** The URL that the post links to; `null` for none. An http or https URL of a public address. */
    link?: string | null;
    /** At most 20, each of 1 to 60 letters, digits and underscores, at least one of them a letter. Stored without `#`, which the channel adds, and with composed accents (NFC). Duplicates are removed. */
    hashtags?: string[];
    /** At most 4 pictures. A channel may take fewer: its `limits.images` says how many. A post with more is rejected. */
    media?: GivenPicture[];
    /** When to publish the post. For a scheduled post, `null` or a time in the past means now. An ISO 8601 date and time with its offset from UTC, in the years 2000 to 2099. */
    scheduledAt?: string | null;
};
export type PostResolution = {
    /** `published`: the channel shows the post. `failed`: it does not. */
    status: "published" | "failed";
    /** The URL of the post on the channel. An http or https URL of a public address. Required with `published`, ignored with `failed`. */
    externalUrl?: string;
};
export type ChangesRequest = {
    /** What must change. It is stored as a comment on the post. Must not be blank. */
    comment: string;
};
export type Actor = {
    /** `api_key`, `review_link`, or `system` for the service itself. */
    "type": "api_key" | "review_link" | "system";
    /** The id of the API key or of the review link; `null` for the service itself. */
    id: string | null;
    /** The name that the API key or the review link had at that time. */
    name: string;
};
export type Comment = {
    /** The id of the comment. */
    id: string;
    /** The post that the comment is on. */
    postId: string;
    /** The text of the comment. */
    text: string;
    /** Who has written the comment. */
    author: Actor;
    /** When it was created. */
    createdAt: string;
};
export type CommentPage = {
    /** The comments of this page, in the requested order. */
    data: Comment[];
    /** Send it as `cursor`, with the same filters and order, to get the next page. `null` on the last page. */
    nextCursor: string | null;
};
export type NewComment = {
    /** The text of the comment. Must not be blank. */
    text: string;
};
export type HistoryEntry = {
    /** The id of the entry. */
    id: string;
    /** What was done. New actions may be added. */
    action: "created" | "edited" | "submitted" | "approved" | "rejected" | "changes_requested" | "cancelled" | "retried" | "published" | "failed" | "resolved" | "commented";
    /** When it was done. */
    at: string;
    /** Who has done it. */
    by: Actor;
    /** The status of the post afterwards. */
    status: PostStatus;
    /** The fields that were `edited`; `null` for any other action. */
    fields: ("text" | "link" | "hashtags" | "media" | "scheduledAt")[] | null;
    /** The comment that was made, for `commented` and `changes_requested`; otherwise `null`. */
    commentId: string | null;
};
export type HistoryPage = {
    /** The entries of this page, in the requested order. */
    data: HistoryEntry[];
    /** Send it as `cursor`, with the same filters and order, to get the next page. `null` on the last page. */
    nextCursor: string | null;
};
export type BatchAction = "approve" | "reject" | "submit" | "cancel" | "retry";
export type PostBatch = {
    /** What to do with each post. */
    action: BatchAction;
    /** The ids of the posts. Duplicates are removed. */
    ids: string[];
};
export type PostBatchResults = {
    /** One result for each post, in the order of the request. */
    results: {
        /** The id from the request. */
        id: string;
        /** The HTTP status that the same request for this post alone would get. */
        status: number;
        /** The changed post, if the status is 200. */
        post?: Post;
        /** The error, if the status is not 200. */
        error?: Failure;
    }[];
};
export type ReviewLink = {
    /** The id of the review link. It is not its token. */
    id: string;
    /** The name of the reviewer. It is shown as the author of comments and in the history of posts. */
    name: string;
    /** The brand whose posts the link shows, or the brand of its post. */
    brandId: string;
    /** The only post that the link shows; `null` for all posts of the brand. */
    postId: string | null;
    /** Whether the reviewer may approve the posts and request changes. */
    mayApprove: boolean;
    /** Who has created the link. */
    createdBy: Actor;
    /** When it was created. */
    createdAt: string;
    /** When the link expires. */
    expiresAt: string;
};
export type ReviewLinkPage = {
    /** The review links of this page, in the requested order. */
    data: ReviewLink[];
    /** Send it as `cursor`, with the same filters and order, to get the next page. `null` on the last page. */
    nextCursor: string | null;
};
export type NewReviewLink = {
    /** The brand whose posts the link shows; `null` if `postId` is given. One of the two is required. */
    brandId?: string | null;
    /** The only post that the link shows; `null` if `brandId` is given. */
    postId?: string | null;
    /** The name of the reviewer. It is shown as the author of comments and in the history of posts. Must not be blank. */
    name?: string;
    /** Whether the reviewer may approve the posts and request changes. */
    mayApprove?: boolean;
    /** When the link expires: in the future, and within 30 days; `null` for seven days from now. An ISO 8601 date and time with its offset from UTC, in the years 2000 to 2099. */
    expiresAt?: string | null;
};
export type IssuedReviewLink = {
    /** The id of the review link. It is not its token. */
    id: string;
    /** The name of the reviewer. It is shown as the author of comments and in the history of posts. */
    name: string;
    /** The brand whose posts the link shows, or the brand of its post. */
    brandId: string;
    /** The only post that the link shows; `null` for all posts of the brand. */
    postId: string | null;
    /** Whether the reviewer may approve the posts and request changes. */
    mayApprove: boolean;
    /** Who has created the link. */
    createdBy: Actor;
    /** When it was created. */
    createdAt: string;
    /** When the link expires. */
    expiresAt: string;
    /** The URL for the reviewer. It is returned only once: the service stores only a hash of the token after the `#`. Send the token as `Authorization: Bearer cpr_…`. */
    url: string;
};
export type Review = {
    /** The review link or the API key. */
    bearer: Actor;
    /** The brand whose posts the bearer may see; `null` for an API key, which sees all brands. */
    brandId: string | null;
    /** The only post that the bearer may see; `null` for all posts of the brand. */
    postId: string | null;
    /** Whether the reviewer may approve the posts and request changes. */
    mayApprove: boolean;
    /** When the link or the key expires; `null` for never. */
    expiresAt: string | null;
};
export type AnalyticsStatus = "pending" | "partial" | "ready";
export type RunAnalytics = {
    /** The id of the run. */
    runId: string;
    /** `pending`: nothing was measured yet, and every metric is `null`. `partial`: some posts still wait for their last measurement. `ready`: the metrics are final. */
    status: AnalyticsStatus;
    /** The number of people that the posts reached. `null` if there are no posts, or if no channel reports reach. */
    reach: number | null;
    /** Engagements divided by reach, from 0 to 1. `null` if reach is 0, or if no channel reports both. */
    engagementRate: number | null;
    /** The number of clicks on links of the posts. `null` if there are no posts, or if no channel reports clicks. */
    clicks: number | null;
    /** The value of the clicks, by the brand's `valuePerClick`, in `currency`, rounded to its smallest unit. `null` if the brand has no such value, if there are no posts, or if the values are in several currencies. */
    estimatedRoi: number | null;
    /** The currency of `estimatedRoi`, as an ISO 4217 code. `null` if `estimatedRoi` is `null`. */
    currency: string | null;
    /** The number of the run's posts that are published. */
    posts: number;
    /** When the metrics are or will be final; `null` before the first post is published. */
    availableAt: string | null;
    /** When a post was last measured; `null` before the first measurement. */
    updatedAt: string | null;
};
export type PostAnalytics = {
    /** The id of the post. */
    postId: string;
    /** `pending`: the post was not measured yet, and every metric is `null`. `partial`: it still waits for its last measurement. `ready`: the metrics are final. */
    status: AnalyticsStatus;
    /** The number of people that the post reached. `null` if its channel does not report reach. */
    reach: number | null;
    /** Engagements divided by reach, from 0 to 1. `null` if reach is 0, or if the channel does not report both. */
    engagementRate: number | null;
    /** The number of clicks on the link of the post. `null` if its channel does not report clicks. */
    clicks: number | null;
    /** The value of the clicks, by the brand's `valuePerClick`, in `currency`, rounded to its smallest unit. `null` if the brand has no such value. */
    estimatedRoi: number | null;
    /** The currency of `estimatedRoi`, as an ISO 4217 code. `null` if `estimatedRoi` is `null`. */
    currency: string | null;
    /** When the metrics are or will be final; `null` before the post is published. */
    availableAt: string | null;
    /** When the post was last measured; `null` before the first measurement. */
    updatedAt: string | null;
};
export type PreviousWeek = {
    /** The ISO 8601 week. */
    week: string;
    /** The number of posts that were published in the week. */
    posts: number;
    /** The number of people that the posts reached. `null` if there are no posts, or if no channel reports reach. */
    reach: number | null;
    /** Engagements divided by reach, from 0 to 1. `null` if reach is 0, or if no channel reports both. */
    engagementRate: number | null;
    /** The number of clicks on links of the posts. `null` if there are no posts, or if no channel reports clicks. */
    clicks: number | null;
    /** The value of the clicks, by the brand's `valuePerClick`, in `currency`, rounded to its smallest unit. `null` if the brand has no such value, if there are no posts, or if the values are in several currencies. */
    estimatedRoi: number | null;
    /** The currency of `estimatedRoi`, as an ISO 4217 code. `null` if `estimatedRoi` is `null`. */
    currency: string | null;
};
export type BestPost = {
    /** The id of the post. */
    postId: string;
    /** Its reactions. */
    reactions: number;
};
export type BestTopic = {
    /** A hashtag without `#`, in lower case. */
    topic: string;
    /** The number of its posts that have known reactions. */
    posts: number;
    /** The mean of their reactions. */
    reactions: number;
};
export type BestHour = {
    /** The day of the week. */
    weekday: Weekday;
    /** The beginning of the hour, as `HH:MM`. */
    time: string;
    /** The number of its posts that have known reactions. */
    posts: number;
    /** The mean of their reactions. */
    reactions: number;
};
export type BestOfWeek = {
    /** The post with the most reactions; `null` while no post has known reactions. */
    post: BestPost | null;
    /** The hashtag whose posts have the most reactions on average; `null` if there is none. The hashtags of the brand do not count. */
    topic: BestTopic | null;
    /** The hour of the week whose posts have the most reactions on average; `null` while no post has known reactions. */
    hour: BestHour | null;
};
export type WeeklyAnalytics = {
    /** The id of the brand. */
    brandId: string;
    /** The ISO 8601 week. */
    week: string;
    /** When the week started: Monday at 00:00 in the brand's time zone. If the brand's time zone has changed since the week before, this is the time at which that week ended. */
    startsAt: string;
    /** When the week ended or will end: the next Monday at 00:00, in the time zone that the brand has at that time. */
    endsAt: string;
    /** `pending`: the digest is not computed yet, and every metric is `null`. `partial`: some posts do not have their final metrics yet. `ready`: all posts have their final metrics. */
    status: AnalyticsStatus;
    /** The number of posts that were published in the week; `null` while `pending`. */
    posts: number | null;
    /** The number of people that the posts reached. `null` if there are no posts, or if no channel reports reach. */
    reach: number | null;
    /** Engagements divided by reach, from 0 to 1. `null` if reach is 0, or if no channel reports both. */
    engagementRate: number | null;
    /** The number of clicks on links of the posts. `null` if there are no posts, or if no channel reports clicks. */
    clicks: number | null;
    /** The value of the clicks, by the brand's `valuePerClick`, in `currency`, rounded to its smallest unit. `null` if the brand has no such value, if there are no posts, or if the values are in several currencies. */
    estimatedRoi: number | null;
    /** The currency of `estimatedRoi`, as an ISO 4217 code. `null` if `estimatedRoi` is `null`. */
    currency: string | null;
    /** The metrics of the week before, as its digest has them when this one is computed; `null` if that week has no digest. */
    previous: PreviousWeek | null;
    /** What did best in the week. */
    best: BestOfWeek;
    /** When the digest was first computed; `null` while `pending`. */
    computedAt: string | null;
    /** When the digest was last computed, from the measurements that existed at that time; `null` while `pending`. */
    updatedAt: string | null;
};
export type AnalyticsGrouping = "channel" | "pipeline" | "topic" | "hour";
export type AnalyticsGroup = {
    /** A channel, a pipeline's id (`null`: posts that no run made), a hashtag without `#`, or an hour such as `monday 09:00` in the brand's time zone. A post with several hashtags is in several groups. The hashtags of the brand have no groups. */
    key: string | null;
    /** The number of posts of the group. */
    posts: number;
    /** The mean of the posts with known reactions: engagements, or clicks where the channel gives only these. `null` if none is known. */
    reactionsPerPost: number | null;
    /** The number of people that the posts reached. `null` if there are no posts, or if no channel reports reach. */
    reach: number | null;
    /** Engagements divided by reach, from 0 to 1. `null` if reach is 0, or if no channel reports both. */
    engagementRate: number | null;
    /** The number of clicks on links of the posts. `null` if there are no posts, or if no channel reports clicks. */
    clicks: number | null;
    /** The value of the clicks, by the brand's `valuePerClick`, in `currency`, rounded to its smallest unit. `null` if the brand has no such value, if there are no posts, or if the values are in several currencies. */
    estimatedRoi: number | null;
    /** The currency of `estimatedRoi`, as an ISO 4217 code. `null` if `estimatedRoi` is `null`. */
    currency: string | null;
};
export type BrandAnalytics = {
    /** The id of the brand. */
    brandId: string;
    /** What the posts are grouped by. */
    by: AnalyticsGrouping;
    /** The beginning of the weeks whose posts are counted. */
    startsAt: string;
    /** The end of these weeks: the time of the request. */
    endsAt: string;
    /** The number of posts that are counted. */
    posts: number;
    /** `false` if 1,000 posts are counted, because older ones may be missing, or if groups are left out: there are at most 200, those with the most reactions per post. */
    isComplete: boolean;
    /** The group with the most reactions per post comes first. */
    groups: AnalyticsGroup[];
};
export type EventType = "post.scheduled" | "post.published" | "post.failed" | "analytics.weekly_ready" | "pipeline.run.completed" | "webhook.test" | "run.succeeded" | "trend.detected" | "channel.disconnected" | "post.changes_requested" | "post.approval_overdue";
export type WebhookSubscription = {
    /** The id of the subscription. */
    id: string;
    /** An https URL with a public address, at most 2,048 characters. The service sends a POST to it for each event. */
    url: string;
    /** The types of events that are sent to the endpoint. Duplicates are removed. */
    events: EventType[];
    /** Whether its deliveries are signed. */
    hasSecret: boolean;
    /** Until when the previous secret also signs deliveries; `null` if only the current secret signs. */
    previousSecretExpiresAt: string | null;
    /** Events are delivered to an `active` subscription. The events of a `disabled` one become dead letters at once; you can replay them later. */
    status: "active" | "disabled";
    /** Why the subscription is `disabled`. `requested`: by a request. `failing`: every attempt failed for five days. `null` if it is `active`. */
    disabledReason: ("requested" | "failing" | null) | ("requested" | "failing" | null);
    /** The time of the first failed attempt since the last success; `null` if the last attempt succeeded, or if there was none. */
    failingSince: string | null;
    /** What the subscription is for, in your own words. */
    description: string | null;
    /** When it was created. */
    createdAt: string;
    /** When it last changed. */
    updatedAt: string;
};
export type WebhookSubscriptionPage = {
    /** The webhook subscriptions of this page, in the requested order. */
    data: WebhookSubscription[];
    /** Send it as `cursor`, with the same filters and order, to get the next page. `null` on the last page. */
    nextCursor: string | null;
};
export type NewWebhookSubscription = {
    /** An https URL with a public address, at most 2,048 characters. The service sends a POST to it for each event. */
    url: string;
    /** The types of events that are sent to the endpoint. Duplicates are removed. */
    events: EventType[];
    /** The secret that signs every delivery. Strongly recommended. It is never returned. `null` means no secret. */
    secret?: string | null;
    /** What the subscription is for, in your own words. */
    description?: string | null;
};
export type WebhookSubscriptionChanges = {
    /** An https URL with a public address, at most 2,048 characters. The service sends a POST to it for each event. */
    url?: string;
    /** The types of events that are sent to the endpoint. Duplicates are removed. */
    events?: EventType[];
    /** Replaces the secret at once: the old one stops signing. `null` removes the secret. If both secrets should sign for some time, rotate the secret instead. */
    secret?: string | null;
    /** `disabled` stops deliveries, `active` starts them again. */
    status?: "active" | "disabled";
    /** What the subscription is for, in your own words. */
    description?: string | null;
};
export type SecretRotation = {
    /** The new secret. It is never returned. */
    secret: string;
    /** For how many seconds the previous secret also signs deliveries. At most seven days. */
    graceSeconds?: number;
};
export type TestEvent = {
    /** The id of the event: the `id` in the body of the delivery. */
    eventId: string;
    /** The type of the event. */
    "type": "webhook.test";
    /** The id of the subscription. */
    webhookId: string;
};
export type DeliveryRequest = {
    /** The URL of the subscription at that time. */
    url: string;
    /** The headers by name, apart from those that HTTP itself needs, such as `Host`. With the signatures that were sent. */
    headers: {
        [key: string]: string;
    };
};
export type DeliveryAttempt = {
    /** The number of the attempt, 1 to 6. A replay starts at 1 again. */
    "number": number;
    /** When the attempt was made. */
    at: string;
    /** The status code of your endpoint's response; `null` if there was no response. */
    statusCode: number | null;
    /** The duration of the attempt in milliseconds. */
    latencyMs: number;
    /** Why the attempt failed; `null` if it succeeded. */
    error: string | null;
    /** The first KiB of your endpoint's response body; `null` if there was no response. */
    response: string | null;
    /** The `Retry-After` header of your endpoint's response. It is recorded, but the retry times do not depend on it. */
    retryAfter: string | null;
    /** The request. Its method is POST, and its body is the same at every attempt. */
    request: DeliveryRequest;
};
export type Delivery = {
    /** The id of the delivery: the value of the header `X-Service-Delivery`. */
    id: string;
    /** The id of the event: the `id` in the body of the delivery. */
    eventId: string;
    /** The type of the event. */
    "type": EventType;
    /** `pending`: the event is not delivered yet. `succeeded`: your endpoint returned a 2xx status. `dead_lettered`: five attempts failed. `cancelled`: it was ended without an attempt. */
    status: "pending" | "succeeded" | "dead_lettered" | "cancelled";
    /** When it was created. */
    createdAt: string;
    /** When the next attempt is due; `null` if there will be none. */
    nextAttemptAt: string | null;
    /** The attempts so far, oldest first. */
    attempts: DeliveryAttempt[];
    /** The body of each request, byte for byte: the JSON of the event, as text. The signatures cover its bytes. */
    body: string;
};
export type DeliveryPage = {
    /** The deliveries of this page, in the requested order. */
    data: Delivery[];
    /** Send it as `cursor`, with the same filters and order, to get the next page. `null` on the last page. */
    nextCursor: string | null;
};
export type DeadLetterStatus = "final_attempt_pending" | "exhausted" | "replaying" | "resolved";
export type PostScheduledEvent = {
    /** The id of the event. It is the same for every attempt, replay and endpoint: use it to ignore an event that you have already received. */
    id: string;
    /** The type of the event. */
    "type": "post.scheduled";
    /** The data of the event. New fields may be added: ignore the ones that you do not know. */
    data: {
        /** The id of the organization. */
        organizationId: string;
        /** The id of the post. */
        postId: string;
        /** When the post will be published. */
        scheduledAt: string;
        /** The channels of the post. */
        channels: Channel[];
    };
    /** `v1=` and the hex HMAC-SHA256 of this body with an empty `signature`. Absent if the subscription has no secret. Verify the header `X-Service-Signature` instead. */
    signature?: string;
    /** When the event happened, in Unix seconds. */
    ts: number;
};
export type PostPublishedEvent = {
    /** The id of the event. It is the same for every attempt, replay and endpoint: use it to ignore an event that you have already received. */
    id: string;
    /** The type of the event. */
    "type": "post.published";
    /** The data of the event. New fields may be added: ignore the ones that you do not know. */
    data: {
        /** The id of the organization. */
        organizationId: string;
        /** The id of the post. */
        postId: string;
        /** When the post was published. */
        publishedAt: string;
        /** The channels of the post. */
        channels: Channel[];
    };
    /** `v1=` and the hex HMAC-SHA256 of this body with an empty `signature`. Absent if the subscription has no secret. Verify the header `X-Service-Signature` instead. */
    signature?: string;
    /** When the event happened, in Unix seconds. */
    ts: number;
};
export type PostFailedEvent = {
    /** The id of the event. It is the same for every attempt, replay and endpoint: use it to ignore an event that you have already received. */
    id: string;
    /** The type of the event. */
    "type": "post.failed";
    /** The data of the event. New fields may be added: ignore the ones that you do not know. */
    data: {
        /** The id of the organization. */
        organizationId: string;
        /** The id of the post. */
        postId: string;
        /** When the publication finally failed. */
        failedAt: string;
        /** The channels of the post. */
        channels: Channel[];
        /** Why the publication failed. */
        reason: Failure;
    };
    /** `v1=` and the hex HMAC-SHA256 of this body with an empty `signature`. Absent if the subscription has no secret. Verify the header `X-Service-Signature` instead. */
    signature?: string;
    /** When the event happened, in Unix seconds. */
    ts: number;
};
export type AnalyticsWeeklyReadyEvent = {
    /** The id of the event. It is the same for every attempt, replay and endpoint: use it to ignore an event that you have already received. */
    id: string;
    /** The type of the event. */
    "type": "analytics.weekly_ready";
    /** The data of the event. New fields may be added: ignore the ones that you do not know. */
    data: {
        /** The id of the organization. */
        organizationId: string;
        /** The id of the brand. */
        brandId: string;
        /** The ISO 8601 week, such as `2026-W47`. */
        week: string;
        /** When the week started: Monday at 00:00 in the brand's time zone. If the brand's time zone has changed since the week before, this is the time at which that week ended. */
        startsAt: string;
        /** When the week ended or will end: the next Monday at 00:00, in the time zone that the brand has at that time. */
        endsAt: string;
    };
    /** `v1=` and the hex HMAC-SHA256 of this body with an empty `signature`. Absent if the subscription has no secret. Verify the header `X-Service-Signature` instead. */
    signature?: string;
    /** When the event happened, in Unix seconds. */
    ts: number;
};
export type PipelineRunCompletedEvent = {
    /** The id of the event. It is the same for every attempt, replay and endpoint: use it to ignore an event that you have already received. */
    id: string;
    /** The type of the event. */
    "type": "pipeline.run.completed";
    /** The data of the event. New fields may be added: ignore the ones that you do not know. */
    data: {
        /** The id of the organization. */
        organizationId: string;
        /** The id of the run. */
        runId: string;
        /** The id of the pipeline. */
        pipelineId: string;
        /** The id of the pipeline's brand. */
        brandId: string;
        /** How the run ended. */
        status: "succeeded" | "failed";
        /** The ids of the posts that the run created. Empty if the run failed. */
        outputs: string[];
        /** Why the run failed; `null` if it succeeded. */
        error: Failure | null;
        /** When the run ended. */
        finishedAt: string;
    };
    /** `v1=` and the hex HMAC-SHA256 of this body with an empty `signature`. Absent if the subscription has no secret. Verify the header `X-Service-Signature` instead. */
    signature?: string;
    /** When the event happened, in Unix seconds. */
    ts: number;
};
export type WebhookTestEvent = {
    /** The id of the event. It is the same for every attempt, replay and endpoint: use it to ignore an event that you have already received. */
    id: string;
    /** The type of the event. */
    "type": "webhook.test";
    /** The data of the event. New fields may be added: ignore the ones that you do not know. */
    data: {
        /** The id of the organization. */
        organizationId: string;
        /** The id of the subscription that is tested. */
        webhookId: string;
        /** When the test was requested. */
        sentAt: string;
    };
    /** `v1=` and the hex HMAC-SHA256 of this body with an empty `signature`. Absent if the subscription has no secret. Verify the header `X-Service-Signature` instead. */
    signature?: string;
    /** When the event happened, in Unix seconds. */
    ts: number;
};
export type RunSucceededEvent = {
    /** The id of the event. It is the same for every attempt, replay and endpoint: use it to ignore an event that you have already received. */
    id: string;
    /** The type of the event. */
    "type": "run.succeeded";
    /** The data of the event. New fields may be added: ignore the ones that you do not know. */
    data: {
        /** The id of the organization. */
        organizationId: string;
        /** The id of the run. */
        runId: string;
        /** The id of the pipeline. */
        pipelineId: string;
        /** The id of the pipeline's brand. */
        brandId: string;
        /** The ids of the posts that the run created. */
        outputs: string[];
        /** When the run ended. */
        finishedAt: string;
    };
    /** `v1=` and the hex HMAC-SHA256 of this body with an empty `signature`. Absent if the subscription has no secret. Verify the header `X-Service-Signature` instead. */
    signature?: string;
    /** When the event happened, in Unix seconds. */
    ts: number;
};
export type TrendDetectedEvent = {
    /** The id of the event. It is the same for every attempt, replay and endpoint: use it to ignore an event that you have already received. */
    id: string;
    /** The type of the event. */
    "type": "trend.detected";
    /** The data of the event. New fields may be added: ignore the ones that you do not know. */
    data: {
        /** The id of the organization. */
        organizationId: string;
        /** The id of the trend. */
        trendId: string;
        /** The id of the brand whose pipeline found the trend. */
        brandId: string;
        /** The id of the pipeline. */
        pipelineId: string;
        /** The id of the run that found the trend. */
        runId: string;
        /** The title of the trend: that of its best item. */
        topic: string;
        /** How far the mentions of the topic are above what is expected, in standard deviations. It is at least the brand's `trendThreshold`. */
        score: number;
        /** The names of the sources that report on the topic. */
        sources: string[];
        /** When the trend was found. */
        detectedAt: string;
    };
    /** `v1=` and the hex HMAC-SHA256 of this body with an empty `signature`. Absent if the subscription has no secret. Verify the header `X-Service-Signature` instead. */
    signature?: string;
    /** When the event happened, in Unix seconds. */
    ts: number;
};
export type ChannelDisconnectedEvent = {
    /** The id of the event. It is the same for every attempt, replay and endpoint: use it to ignore an event that you have already received. */
    id: string;
    /** The type of the event. */
    "type": "channel.disconnected";
    /** The data of the event. New fields may be added: ignore the ones that you do not know. */
    data: {
        /** The id of the organization. */
        organizationId: string;
        /** The id of the brand. */
        brandId: string;
        /** The channel that stopped working. */
        channel: Channel;
        /** Why the platform no longer accepts the credentials. */
        reason: Failure;
        /** When the service noticed it. */
        disconnectedAt: string;
    };
    /** `v1=` and the hex HMAC-SHA256 of this body with an empty `signature`. Absent if the subscription has no secret. Verify the header `X-Service-Signature` instead. */
    signature?: string;
    /** When the event happened, in Unix seconds. */
    ts: number;
};
export type PostChangesRequestedEvent = {
    /** The id of the event. It is the same for every attempt, replay and endpoint: use it to ignore an event that you have already received. */
    id: string;
    /** The type of the event. */
    "type": "post.changes_requested";
    /** The data of the event. New fields may be added: ignore the ones that you do not know. */
    data: {
        /** The id of the organization. */
        organizationId: string;
        /** The id of the post. */
        postId: string;
        /** The brand of the post. */
        brandId: string;
        /** The id of the comment. */
        commentId: string;
        /** What must change. */
        comment: string;
        /** The name of the API key or of the review link. */
        requestedBy: string;
        /** When the changes were requested. */
        requestedAt: string;
    };
    /** `v1=` and the hex HMAC-SHA256 of this body with an empty `signature`. Absent if the subscription has no secret. Verify the header `X-Service-Signature` instead. */
    signature?: string;
    /** When the event happened, in Unix seconds. */
    ts: number;
};
export type PostApprovalOverdueEvent = {
    /** The id of the event. It is the same for every attempt, replay and endpoint: use it to ignore an event that you have already received. */
    id: string;
    /** The type of the event. */
    "type": "post.approval_overdue";
    /** The data of the event. New fields may be added: ignore the ones that you do not know. */
    data: {
        /** The id of the organization. */
        organizationId: string;
        /** The id of the post. */
        postId: string;
        /** The brand of the post. */
        brandId: string;
        /** The time for which the post was planned. */
        scheduledAt: string;
    };
    /** `v1=` and the hex HMAC-SHA256 of this body with an empty `signature`. Absent if the subscription has no secret. Verify the header `X-Service-Signature` instead. */
    signature?: string;
    /** When the event happened, in Unix seconds. */
    ts: number;
};
export type WebhookEvent = ({
    "type": "post.scheduled";
} & PostScheduledEvent) | ({
    "type": "post.published";
} & PostPublishedEvent) | ({
    "type": "post.failed";
} & PostFailedEvent) | ({
    "type": "analytics.weekly_ready";
} & AnalyticsWeeklyReadyEvent) | ({
    "type": "pipeline.run.completed";
} & PipelineRunCompletedEvent) | ({
    "type": "webhook.test";
} & WebhookTestEvent) | ({
    "type": "run.succeeded";
} & RunSucceededEvent) | ({
    "type": "trend.detected";
} & TrendDetectedEvent) | ({
    "type": "channel.disconnected";
} & ChannelDisconnectedEvent) | ({
    "type": "post.changes_requested";
} & PostChangesRequestedEvent) | ({
    "type": "post.approval_overdue";
} & PostApprovalOverdueEvent);
export type DeadLetter = {
    /** The id of the dead letter. */
    id: string;
    /** The id of the event: the `id` in the body of the delivery. `null` for a message without an event. */
    eventId: string | null;
    /** The type of the event, or the kind of message. */
    "type": string;
    /** The subscription that the event was sent to; `null` for a message without a subscription. */
    webhookId: string | null;
    /** The URL of the subscription at that time; `null` for a message without a subscription. */
    url: string | null;
    /** `final_attempt_pending`: the sixth and last attempt is still to come. `exhausted`: there will be no more attempts. `replaying`: the event is being sent again. `resolved`: the event was delivered. */
    status: DeadLetterStatus;
    /** The attempts so far, oldest first. */
    attempts: DeliveryAttempt[];
    /** The body of the delivery, as it was or would have been sent; `null` for a message without an event. */
    payload: WebhookEvent | object | null;
    /** When it was created. */
    createdAt: string;
};
export type DeadLetterPage = {
    /** The dead letters of this page, in the requested order. */
    data: DeadLetter[];
    /** Send it as `cursor`, with the same filters and order, to get the next page. `null` on the last page. */
    nextCursor: string | null;
};
export type DeadLettersReplay = {
    /** Replays only dead letters of this subscription. Without it, those of all subscriptions. */
    webhookId?: string;
    /** Replays only dead letters with these statuses. Duplicates are removed. */
    status?: ("final_attempt_pending" | "exhausted")[];
};
export type BulkReplay = {
    /** The id of the bulk replay. */
    id: string;
    /** `running`: it is under way. `finished`: it has gone through all of them. `failed`: it stopped before the end, and another bulk replay took its place. */
    status: "running" | "finished" | "failed";
    /** The filter of the request. */
    filter: {
        /** The subscription; `null` for all subscriptions. */
        webhookId: string | null;
        /** The statuses of the dead letters. */
        status: ("final_attempt_pending" | "exhausted")[];
    };
    /** How many dead letters the filter selected at the time of the request. Later ones are not replayed. */
    count: number;
    /** How many have been replayed so far. */
    replayed: number;
    /** How many could not be replayed: their subscription is disabled or deleted, or they have changed meanwhile. */
    skipped: number;
    /** When it was created. */
    createdAt: string;
    /** When the bulk replay ended; `null` before that. */
    finishedAt: string | null;
};
export type Role = "read" | "write" | "admin";
export type ApiKey = {
    /** The id of the key. It is not the key itself. */
    id: string;
    /** What the key is for. */
    name: string;
    /** `read`: every GET except the list of API keys. `write`: also every change except to API keys and to the organization. `admin`: everything. */
    role: Role;
    /** The number of requests per minute that the key may make. */
    rateLimit: number;
    /** `active`: the key works. `expired`: it no longer works; it stays in the list for 30 days. */
    status: "active" | "expired";
    /** When it was created. */
    createdAt: string;
    /** When the key expires; `null` for never. */
    expiresAt: string | null;
    /** The id of the key that replaces this one; `null` if this key was not rotated. */
    rotatedTo: string | null;
    /** Approximately when the key was last used; `null` before its first use. */
    lastUsedAt: string | null;
};
export type ApiKeyPage = {
    /** The API keys of this page, in the requested order. */
    data: ApiKey[];
    /** Send it as `cursor`, with the same filters and order, to get the next page. `null` on the last page. */
    nextCursor: string | null;
};
export type NewApiKey = {
    /** What the key is for. Must not be blank. */
    name: string;
    /** `read`: every GET except the list of API keys. `write`: also every change except to API keys and to the organization. `admin`: everything. */
    role: Role;
    /** When the key expires, a time in the future; `null` for never. An ISO 8601 date and time with its offset from UTC, in the years 2000 to 2099. */
    expiresAt?: string | null;
    /** The number of requests per minute that the key may make. */
    rateLimit?: number;
};
export type IssuedApiKey = {
    /** The id of the key. It is not the key itself. */
    id: string;
    /** What the key is for. */
    name: string;
    /** `read`: every GET except the list of API keys. `write`: also every change except to API keys and to the organization. `admin`: everything. */
    role: Role;
    /** The number of requests per minute that the key may make. */
    rateLimit: number;
    /** `active`: the key works. `expired`: it no longer works; it stays in the list for 30 days. */
    status: "active" | "expired";
    /** When it was created. */
    createdAt: string;
    /** When the key expires; `null` for never. */
    expiresAt: string | null;
    /** The id of the key that replaces this one; `null` if this key was not rotated. */
    rotatedTo: string | null;
    /** Approximately when the key was last used; `null` before its first use. */
    lastUsedAt: string | null;
    /** The key itself. It is returned only once: the service stores only its hash. Send it as `Authorization: Bearer …`. */
    key: string;
};
export type ApiKeyRotation = {
    /** For how many seconds the replaced key stays valid. At most seven days. */
    graceSeconds?: number;
};
export type RotatedApiKey = {
    /** The id of the key. It is not the key itself. */
    id: string;
    /** What the key is for. */
    name: string;
    /** `read`: every GET except the list of API keys. `write`: also every change except to API keys and to the organization. `admin`: everything. */
    role: Role;
    /** The number of requests per minute that the key may make. */
    rateLimit: number;
    /** `active`: the key works. `expired`: it no longer works; it stays in the list for 30 days. */
    status: "active" | "expired";
    /** When it was created. */
    createdAt: string;
    /** When the key expires; `null` for never. */
    expiresAt: string | null;
    /** The id of the key that replaces this one; `null` if this key was not rotated. */
    rotatedTo: string | null;
    /** Approximately when the key was last used; `null` before its first use. */
    lastUsedAt: string | null;
    /** The key itself. It is returned only once: the service stores only its hash. Send it as `Authorization: Bearer …`. */
    key: string;
    /** The key that it replaces. */
    previousKey: {
        /** The id of the replaced key. */
        id: string;
        /** When the replaced key expires. */
        expiresAt: string;
    };
};
export type Organization = {
    /** The id of the organization. */
    id: string;
    /** The name of the organization. */
    name: string;
    /** The ceilings of the organization. The operator of the service sets them. */
    limits: {
        /** Requests per minute over all API keys together. A request above it returns 429. Keys count their requests in blocks, so each key may exceed the limit by 60 requests. */
        requestsPerMinute: number;
        /** Runs that are carried out at the same time. Further runs wait in status `queued`. */
        runsAtOnce: number;
        /** Brands of the organization. One more returns 422. */
        brands: number;
        /** Pipelines of one brand. One more returns 422. */
        pipelinesPerBrand: number;
        /** Webhook subscriptions of the organization. One more returns 422. */
        subscriptions: number;
        /** Replays of many dead letters at the same time. One more returns 422. */
        bulkReplaysAtOnce: number;
    };
    /** When it was created. */
    createdAt: string;
    /** When it last changed. */
    updatedAt: string;
};
export type OrganizationChanges = {
    /** The name of the organization. Must not be blank. */
    name?: string;
};
export type Session = {
    /** The role of the API key. */
    role: Role;
    /** The organization of the API key. */
    organizationId: string;
    /** When the session ends: twelve hours after its creation, or when the key expires if that is earlier. For a request with the key itself: when the key expires; `null` for never. */
    expiresAt: string | null;
};
export type JsonFeed = {
    /** The version of the JSON Feed format. */
    version: "https://jsonfeed.org/version/1.1";
    /** The name of the brand. */
    title: string;
    /** The URL of the feed: it has no web page of its own. */
    home_page_url: string;
    /** The URL of the feed. */
    feed_url: string;
    /** The posts, newest first, at most 50, and not more than one response holds. */
    items: {
        /** The id of the post. */
        id: string;
        /** A URL that counts a click and redirects to the link of the post. */
        url: string;
        /** The text of the post. */
        content_text: string;
        /** The text and the images of the post, with their descriptions. Absent if the post has no images. */
        content_html?: string;
        /** The URL of the first image of the post. Absent if the post has no images. */
        image?: string;
        /** When the post was published. */
        date_published: string;
        /** The hashtags of the post, without `#`. */
        tags?: string[];
    }[];
};
export type TrendStatus = "rising" | "fading";
export type TrendItem = {
    /** The title of the item. */
    title: string;
    /** The address of the item. */
    url: string;
    /** The name of the source. */
    source: string;
    /** When the item was published; `null` if the source does not say. */
    publishedAt: string | null;
};
export type TrendSource = {
    /** The name of the source. */
    source: string;
    /** The recent mentions of the topic, each with its weight by age. A mention with more engagement than is usual in its source weighs up to 4. */
    observed: number;
    /** How many mentions the source would have if the topic had its usual share of what the source publishes now. */
    expected: number;
};
export type TrendTerms = {
    /** The sum of the observed mentions of the sources. */
    observed: number;
    /** The sum of the expected mentions of the sources. */
    expected: number;
    /** After this time a mention counts half, after twice this time a quarter. */
    halfLifeHours: number;
    /** The most that one source can add to the score. */
    evidenceMax: number;
    /** The terms of each source that reports or has reported on the topic. */
    sources: TrendSource[];
};
export type TrendPoint = {
    /** When the six hours begin. */
    "from": string;
    /** The mentions of the topic by all its sources. They have no weight by age. */
    observed: number;
    /** How many mentions there would have been if the topic had had its usual share of what its sources published in these six hours. */
    expected: number;
};
export type Trend = {
    /** The id of the trend. */
    id: string;
    /** The brand whose pipelines read the sources. */
    brandId: string;
    /** The title of the item that fits the topic best. It can change when new items are found. */
    title: string;
    /** How far the mentions are above what is expected, in standard deviations. See `terms` for the formula. */
    score: number;
    /** `rising`: the score was at least the brand's `trendThreshold`, and has not been below half of it since. `fading`: it has been below half of it since. */
    status: TrendStatus;
    /** When the first known item on the topic was published. */
    firstSeenAt: string;
    /** When the last known item on the topic was published. */
    lastSeenAt: string;
    /** The names of the sources that report on the topic. */
    sources: string[];
    /** The newest items on the topic, newest first, at most 10. */
    items: TrendItem[];
    /** What the score is computed from. */
    terms: TrendTerms;
    /** The mentions of the topic in each six hours, oldest first, at most 28. The last six hours may not be over. Six hours that no run has seen within two days are left out. */
    curve: TrendPoint[];
    /** When the run that found the latest change was created. */
    updatedAt: string;
};
export type TrendPage = {
    /** The trends of this page, in the requested order. */
    data: Trend[];
    /** Send it as `cursor`, with the same filters and order, to get the next page. `null` on the last page. */
    nextCursor: string | null;
};
/**
 * List brands
 */
export function listBrands({ limit, cursor, order, sort }: {
    limit?: number;
    cursor?: string;
    order?: "asc" | "desc";
    sort?: "createdAt";
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: BrandPage;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/brands${QS.query(QS.explode({
        limit,
        cursor,
        order,
        sort
    }))}`, {
        ...opts
    });
}
/**
 * Create a brand
 */
export function createBrand({ idempotencyKey, newBrand }: {
    idempotencyKey?: string;
    newBrand: NewBrand;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: Brand;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>("/v1/brands", oazapfts.json({
        ...opts,
        method: "POST",
        body: newBrand,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Get a brand
 */
export function getBrand({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Brand;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/brands/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Change a brand
 */
export function updateBrand({ id, brandChanges }: {
    id: string;
    brandChanges: BrandChanges;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Brand;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/brands/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: brandChanges
    }));
}
/**
 * Delete a brand
 */
export function deleteBrand({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/brands/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Get the calendar of a brand
 */
export function getCalendar({ id, $from, to }: {
    id: string;
    $from: string;
    to: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Calendar;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/brands/${encodeURIComponent(id)}/calendar${QS.query(QS.explode({
        "from": $from,
        to
    }))}`, {
        ...opts
    });
}
/**
 * List the channels of a brand
 */
export function listChannels({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: BrandChannelList;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/brands/${encodeURIComponent(id)}/channels`, {
        ...opts
    });
}
/**
 * Connect a channel
 */
export function connectChannel({ id, channel, channelCredentials }: {
    id: string;
    channel: Channel;
    channelCredentials: ChannelCredentials;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: BrandChannel;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/brands/${encodeURIComponent(id)}/channels/${encodeURIComponent(channel)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body: channelCredentials
    }));
}
/**
 * Disconnect a channel
 */
export function disconnectChannel({ id, channel }: {
    id: string;
    channel: Channel;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/brands/${encodeURIComponent(id)}/channels/${encodeURIComponent(channel)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Check the connection of a channel
 */
export function checkChannel({ id, channel, idempotencyKey }: {
    id: string;
    channel: Channel;
    idempotencyKey?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: BrandChannel;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/brands/${encodeURIComponent(id)}/channels/${encodeURIComponent(channel)}/check`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * List connections
 */
export function listConnections({ status, limit, cursor, order, sort }: {
    status?: StoredConnectionStatus[];
    limit?: number;
    cursor?: string;
    order?: "asc" | "desc";
    sort?: "createdAt";
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ConnectionPage;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/channels${QS.query(QS.form({
        status
    }), QS.explode({
        limit,
        cursor,
        order,
        sort
    }))}`, {
        ...opts
    });
}
/**
 * Get the model endpoint of a brand
 */
export function getModelEndpoint({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ModelEndpoint;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/brands/${encodeURIComponent(id)}/model-endpoint`, {
        ...opts
    });
}
/**
 * Set the model endpoint of a brand
 */
export function setModelEndpoint({ id, newModelEndpoint }: {
    id: string;
    newModelEndpoint: NewModelEndpoint;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ModelEndpoint;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/brands/${encodeURIComponent(id)}/model-endpoint`, oazapfts.json({
        ...opts,
        method: "PUT",
        body: newModelEndpoint
    }));
}
/**
 * Delete the model endpoint of a brand
 */
export function deleteModelEndpoint({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/brands/${encodeURIComponent(id)}/model-endpoint`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * List the pipelines of a brand
 */
export function listPipelines({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PipelineList;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/brands/${encodeURIComponent(id)}/pipelines`, {
        ...opts
    });
}
/**
 * Create a pipeline
 */
export function createPipeline({ id, idempotencyKey, newPipeline }: {
    id: string;
    idempotencyKey?: string;
    newPipeline: NewPipeline;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: Pipeline;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/brands/${encodeURIComponent(id)}/pipelines`, oazapfts.json({
        ...opts,
        method: "POST",
        body: newPipeline,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Get a pipeline
 */
export function getPipeline({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Pipeline;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/pipelines/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Change a pipeline
 */
export function updatePipeline({ id, pipelineChanges }: {
    id: string;
    pipelineChanges: PipelineChanges;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Pipeline;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/pipelines/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: pipelineChanges
    }));
}
/**
 * Delete a pipeline
 */
export function deletePipeline({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/pipelines/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * List pipelines
 */
export function listOrganizationPipelines({ brandId, status, limit, cursor, order, sort }: {
    brandId?: string;
    status?: PipelineStatus[];
    limit?: number;
    cursor?: string;
    order?: "asc" | "desc";
    sort?: "createdAt";
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PipelinePage;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/pipelines${QS.query(QS.explode({
        brandId,
        limit,
        cursor,
        order,
        sort
    }), QS.form({
        status
    }))}`, {
        ...opts
    });
}
/**
 * Run a pipeline now
 */
export function triggerRun({ id, idempotencyKey }: {
    id: string;
    idempotencyKey?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 202;
        data: Run;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/pipelines/${encodeURIComponent(id)}/runs`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * List the runs of a pipeline
 */
export function listRuns({ id, limit, cursor, order, sort }: {
    id: string;
    limit?: number;
    cursor?: string;
    order?: "asc" | "desc";
    sort?: "createdAt";
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RunPage;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/pipelines/${encodeURIComponent(id)}/runs${QS.query(QS.explode({
        limit,
        cursor,
        order,
        sort
    }))}`, {
        ...opts
    });
}
/**
 * Get a run
 */
export function getRun({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Run;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/runs/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * List runs
 */
export function listOrganizationRuns({ brandId, pipelineId, status, limit, cursor, order, sort }: {
    brandId?: string;
    pipelineId?: string;
    status?: RunStatus[];
    limit?: number;
    cursor?: string;
    order?: "asc" | "desc";
    sort?: "createdAt";
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RunPage;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/runs${QS.query(QS.explode({
        brandId,
        pipelineId,
        limit,
        cursor,
        order,
        sort
    }), QS.form({
        status
    }))}`, {
        ...opts
    });
}
/**
 * Cancel a run
 */
export function cancelRun({ id, idempotencyKey }: {
    id: string;
    idempotencyKey?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Run;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/runs/${encodeURIComponent(id)}/cancel`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Preview a run
 */
export function previewRun({ id, idempotencyKey }: {
    id: string;
    idempotencyKey?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RunPreview;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/pipelines/${encodeURIComponent(id)}/preview`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * List posts
 */
export function listPosts({ status, brandId, sort, order, limit, cursor }: {
    status?: PostStatus[];
    brandId?: string;
    sort?: "createdAt" | "scheduledAt" | "publishedAt";
    order?: "asc" | "desc";
    limit?: number;
    cursor?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PostPage;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/posts${QS.query(QS.form({
        status
    }), QS.explode({
        brandId,
        sort,
        order,
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Create a post
 */
export function createPost({ idempotencyKey, newPost }: {
    idempotencyKey?: string;
    newPost: NewPost;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: Post;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>("/v1/posts", oazapfts.json({
        ...opts,
        method: "POST",
        body: newPost,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Get a post
 */
export function getPost({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Post;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/posts/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Change a post
 */
export function updatePost({ id, postChanges }: {
    id: string;
    postChanges: PostChanges;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Post;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/posts/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: postChanges
    }));
}
/**
 * Delete a post
 */
export function deletePost({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/posts/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Approve a post
 */
export function approvePost({ id, idempotencyKey }: {
    id: string;
    idempotencyKey?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Post;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/posts/${encodeURIComponent(id)}/approve`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Reject a post
 */
export function rejectPost({ id, idempotencyKey }: {
    id: string;
    idempotencyKey?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Post;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/posts/${encodeURIComponent(id)}/reject`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Submit a post
 */
export function submitPost({ id, idempotencyKey }: {
    id: string;
    idempotencyKey?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Post;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/posts/${encodeURIComponent(id)}/submit`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Cancel the publication of a post
 */
export function cancelPost({ id, idempotencyKey }: {
    id: string;
    idempotencyKey?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Post;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/posts/${encodeURIComponent(id)}/cancel`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Publish a failed post again
 */
export function retryPost({ id, idempotencyKey }: {
    id: string;
    idempotencyKey?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Post;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/posts/${encodeURIComponent(id)}/retry`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Resolve a post whose outcome is unknown
 */
export function resolvePost({ id, idempotencyKey, postResolution }: {
    id: string;
    idempotencyKey?: string;
    postResolution: PostResolution;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Post;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/posts/${encodeURIComponent(id)}/resolve`, oazapfts.json({
        ...opts,
        method: "POST",
        body: postResolution,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Request changes of a post
 */
export function requestChanges({ id, idempotencyKey, changesRequest }: {
    id: string;
    idempotencyKey?: string;
    changesRequest: ChangesRequest;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Post;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/posts/${encodeURIComponent(id)}/request-changes`, oazapfts.json({
        ...opts,
        method: "POST",
        body: changesRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List the comments on a post
 */
export function listComments({ id, limit, cursor, order, sort }: {
    id: string;
    limit?: number;
    cursor?: string;
    order?: "asc" | "desc";
    sort?: "createdAt";
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: CommentPage;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/posts/${encodeURIComponent(id)}/comments${QS.query(QS.explode({
        limit,
        cursor,
        order,
        sort
    }))}`, {
        ...opts
    });
}
/**
 * Comment on a post
 */
export function createComment({ id, idempotencyKey, newComment }: {
    id: string;
    idempotencyKey?: string;
    newComment: NewComment;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: Comment;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/posts/${encodeURIComponent(id)}/comments`, oazapfts.json({
        ...opts,
        method: "POST",
        body: newComment,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List the history of a post
 */
export function listPostHistory({ id, limit, cursor, order, sort }: {
    id: string;
    limit?: number;
    cursor?: string;
    order?: "asc" | "desc";
    sort?: "createdAt";
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: HistoryPage;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/posts/${encodeURIComponent(id)}/history${QS.query(QS.explode({
        limit,
        cursor,
        order,
        sort
    }))}`, {
        ...opts
    });
}
/**
 * Change many posts
 */
export function batchPosts({ idempotencyKey, postBatch }: {
    idempotencyKey?: string;
    postBatch: PostBatch;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PostBatchResults;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>("/v1/posts/batch", oazapfts.json({
        ...opts,
        method: "POST",
        body: postBatch,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List review links
 */
export function listReviewLinks({ limit, cursor, order, sort }: {
    limit?: number;
    cursor?: string;
    order?: "asc" | "desc";
    sort?: "createdAt";
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ReviewLinkPage;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/review-links${QS.query(QS.explode({
        limit,
        cursor,
        order,
        sort
    }))}`, {
        ...opts
    });
}
/**
 * Create a review link
 */
export function createReviewLink({ idempotencyKey, newReviewLink }: {
    idempotencyKey?: string;
    newReviewLink: NewReviewLink;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: IssuedReviewLink;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>("/v1/review-links", oazapfts.json({
        ...opts,
        method: "POST",
        body: newReviewLink,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Get a review link
 */
export function getReviewLink({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ReviewLink;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/review-links/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Revoke a review link
 */
export function deleteReviewLink({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/review-links/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Get what a token may review
 */
export function getReview(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Review;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>("/v1/review", {
        ...opts
    });
}
/**
 * Get the analytics of a run
 */
export function getRunAnalytics({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RunAnalytics;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/analytics/runs/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Get the analytics of a post
 */
export function getPostAnalytics({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PostAnalytics;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/posts/${encodeURIComponent(id)}/analytics`, {
        ...opts
    });
}
/**
 * Get the weekly digest of a brand
 */
export function getWeeklyAnalytics({ brandId, week }: {
    brandId: string;
    week: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: WeeklyAnalytics;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/analytics/weekly${QS.query(QS.explode({
        brandId,
        week
    }))}`, {
        ...opts
    });
}
/**
 * Get the analytics of a brand by channel, pipeline, topic or hour
 */
export function getBrandAnalytics({ id, by, weeks }: {
    id: string;
    by?: "channel" | "pipeline" | "topic" | "hour";
    weeks?: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: BrandAnalytics;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/brands/${encodeURIComponent(id)}/analytics${QS.query(QS.explode({
        by,
        weeks
    }))}`, {
        ...opts
    });
}
/**
 * List webhook subscriptions
 */
export function listWebhooks({ limit, cursor, order, sort }: {
    limit?: number;
    cursor?: string;
    order?: "asc" | "desc";
    sort?: "createdAt";
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: WebhookSubscriptionPage;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/webhooks${QS.query(QS.explode({
        limit,
        cursor,
        order,
        sort
    }))}`, {
        ...opts
    });
}
/**
 * Create a webhook subscription
 */
export function createWebhook({ idempotencyKey, newWebhookSubscription }: {
    idempotencyKey?: string;
    newWebhookSubscription: NewWebhookSubscription;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: WebhookSubscription;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>("/v1/webhooks", oazapfts.json({
        ...opts,
        method: "POST",
        body: newWebhookSubscription,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Get a webhook subscription
 */
export function getWebhook({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: WebhookSubscription;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/webhooks/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Change a webhook subscription
 */
export function updateWebhook({ id, webhookSubscriptionChanges }: {
    id: string;
    webhookSubscriptionChanges: WebhookSubscriptionChanges;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: WebhookSubscription;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/webhooks/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: webhookSubscriptionChanges
    }));
}
/**
 * Delete a webhook subscription
 */
export function deleteWebhook({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/webhooks/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Rotate the secret of a webhook subscription
 */
export function rotateWebhookSecret({ id, idempotencyKey, secretRotation }: {
    id: string;
    idempotencyKey?: string;
    secretRotation: SecretRotation;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: WebhookSubscription;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/webhooks/${encodeURIComponent(id)}/rotate-secret`, oazapfts.json({
        ...opts,
        method: "POST",
        body: secretRotation,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Test a webhook subscription
 */
export function testWebhook({ id, idempotencyKey }: {
    id: string;
    idempotencyKey?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 202;
        data: TestEvent;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/webhooks/${encodeURIComponent(id)}/test`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * List the deliveries to a webhook subscription
 */
export function listDeliveries({ id, limit, cursor, order, sort }: {
    id: string;
    limit?: number;
    cursor?: string;
    order?: "asc" | "desc";
    sort?: "createdAt";
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: DeliveryPage;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/webhooks/${encodeURIComponent(id)}/deliveries${QS.query(QS.explode({
        limit,
        cursor,
        order,
        sort
    }))}`, {
        ...opts
    });
}
/**
 * List dead letters
 */
export function listDeadLetters({ webhookId, status, limit, cursor, order, sort }: {
    webhookId?: string;
    status?: DeadLetterStatus[];
    limit?: number;
    cursor?: string;
    order?: "asc" | "desc";
    sort?: "createdAt";
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: DeadLetterPage;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/webhooks/dead-letters${QS.query(QS.explode({
        webhookId,
        limit,
        cursor,
        order,
        sort
    }), QS.form({
        status
    }))}`, {
        ...opts
    });
}
/**
 * Get a dead letter
 */
export function getDeadLetter({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: DeadLetter;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/webhooks/dead-letters/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Replay a dead letter
 */
export function replayDeadLetter({ id, idempotencyKey }: {
    id: string;
    idempotencyKey?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 202;
        data: DeadLetter;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/webhooks/dead-letters/${encodeURIComponent(id)}/replay`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Replay several dead letters
 */
export function replayDeadLetters({ idempotencyKey, deadLettersReplay }: {
    idempotencyKey?: string;
    deadLettersReplay: DeadLettersReplay;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 202;
        data: BulkReplay;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>("/v1/webhooks/dead-letters/replay", oazapfts.json({
        ...opts,
        method: "POST",
        body: deadLettersReplay,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Get a bulk replay
 */
export function getBulkReplay({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: BulkReplay;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/webhooks/dead-letters/replays/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * List API keys
 */
export function listApiKeys({ limit, cursor, order, sort }: {
    limit?: number;
    cursor?: string;
    order?: "asc" | "desc";
    sort?: "createdAt";
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ApiKeyPage;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/api-keys${QS.query(QS.explode({
        limit,
        cursor,
        order,
        sort
    }))}`, {
        ...opts
    });
}
/**
 * Create an API key
 */
export function createApiKey({ idempotencyKey, newApiKey }: {
    idempotencyKey?: string;
    newApiKey: NewApiKey;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: IssuedApiKey;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>("/v1/api-keys", oazapfts.json({
        ...opts,
        method: "POST",
        body: newApiKey,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Revoke an API key
 */
export function deleteApiKey({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/api-keys/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Rotate an API key
 */
export function rotateApiKey({ id, idempotencyKey, apiKeyRotation }: {
    id: string;
    idempotencyKey?: string;
    apiKeyRotation?: ApiKeyRotation;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: RotatedApiKey;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/api-keys/${encodeURIComponent(id)}/rotate`, oazapfts.json({
        ...opts,
        method: "POST",
        body: apiKeyRotation,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Get the organization
 */
export function getOrganization(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Organization;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>("/v1/organization", {
        ...opts
    });
}
/**
 * Change the organization
 */
export function updateOrganization({ organizationChanges }: {
    organizationChanges: OrganizationChanges;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Organization;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>("/v1/organization", oazapfts.json({
        ...opts,
        method: "PATCH",
        body: organizationChanges
    }));
}
/**
 * Open a session
 */
export function createSession({ idempotencyKey }: {
    idempotencyKey?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: Session;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 422;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>("/v1/session", {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Get the session
 */
export function getSession(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Session;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>("/v1/session", {
        ...opts
    });
}
/**
 * End the session
 */
export function deleteSession(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 403;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>("/v1/session", {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Read the feed of a brand
 */
export function readFeed({ file, ifNoneMatch }: {
    file: string;
    ifNoneMatch?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: JsonFeed;
    } | {
        status: 304;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/feeds/${encodeURIComponent(file)}`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "If-None-Match": ifNoneMatch
        })
    });
}
/**
 * Follow the link of a post
 */
export function followLink({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 302;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/r/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Get this document
 */
export function getOpenapi({ ifNoneMatch }: {
    ifNoneMatch?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: 304;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>("/v1/openapi.json", {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "If-None-Match": ifNoneMatch
        })
    });
}
/**
 * List trends
 */
export function listTrends({ status, brandId, limit, cursor, order, sort }: {
    status?: TrendStatus[];
    brandId?: string;
    limit?: number;
    cursor?: string;
    order?: "asc" | "desc";
    sort?: "createdAt";
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: TrendPage;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/trends${QS.query(QS.form({
        status
    }), QS.explode({
        brandId,
        limit,
        cursor,
        order,
        sort
    }))}`, {
        ...opts
    });
}
/**
 * Get a trend
 */
export function getTrend({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Trend;
    } | {
        status: 400;
        data: ErrorResponse;
    } | {
        status: 401;
        data: ErrorResponse;
    } | {
        status: 404;
        data: ErrorResponse;
    } | {
        status: 429;
        data: ErrorResponse;
    } | {
        status: 500;
        data: ErrorResponse;
    }>(`/v1/trends/${encodeURIComponent(id)}`, {
        ...opts
    });
}
