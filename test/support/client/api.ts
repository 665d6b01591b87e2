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
    anInstallation: ({ host = "localhost:8443" }: {
        host: string | number | boolean;
    }) => `https://${host}`
};
export type PostingSlot = {
    /** The day of the week. */
    weekday: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
    /** The time of day as `HH:MM`. */
    time: string;
};
export type Channel = "feed";
export type BrandSettings = {
    /** Whether the posts of a run wait for a person (`manual`) or are scheduled as soon as they are made (`auto`). */
    approval: "manual" | "auto";
    /** How the brand speaks, in words for whatever writes its posts. */
    voice: string | null;
    /** Hashtags that every post of the brand gets. At most 20, each of 1 to 60 letters, digits and underscores, with or without a leading `#`; duplicates collapse. */
    hashtags: string[];
    /** The times of the week at which posts may be published, in the brand's time zone. Without any, a post is published as soon as it is approved. */
    postingSlots: PostingSlot[];
    /** The channels that the brand uses. Duplicates collapse. */
    channels: Channel[];
    /** Query parameters that every link of the brand's posts gets, each named `utm_…`. At most 10. */
    utm: {
        [key: string]: string;
    };
    /** What one click is worth in `currency`: 0, or at least 0.000001. Without it runs have no estimated ROI. */
    valuePerClick: number | null;
    /** The currency of `valuePerClick`: a code of ISO 4217, such as `EUR`. */
    currency: string | null;
};
export type Brand = {
    /** Identifies the brand. */
    id: string;
    /** What the brand is called. */
    name: string;
    /** An IANA time zone, such as `Europe/Zurich`. Posting slots, schedules and weekly figures are reckoned in it. */
    timezone: string;
    /** How posts of the brand are made, approved and published. */
    settings: BrandSettings;
    /** When it was made. */
    createdAt: string;
    /** When it last changed. */
    updatedAt: string;
};
export type BrandPage = {
    /** The brands of this page, in the order asked for. */
    data: Brand[];
    /** Send it as `cursor`, with the same filters and order, to get the next page; `null` on the last page. */
    nextCursor: string | null;
};
export type ErrorResponse = {
    /** The error. */
    error: {
        /** The kind of error, for programs. It goes with the status, which is what counts. */
        code: "validation_error" | "unauthorized" | "forbidden" | "not_found" | "unprocessable" | "rate_limited" | "internal_error";
        /** What was wrong and what to do, for people. */
        message: string;
        /** With `validation_error`: every field that is not valid. */
        fields?: {
            /** The field, such as `events[1]` or `settings.postingSlots[0].time`. */
            field: string;
            /** What is wrong with it. */
            reason: string;
        }[];
    };
};
export type NewBrandSettings = {
    /** Whether the posts of a run wait for a person (`manual`) or are scheduled as soon as they are made (`auto`). */
    approval?: "manual" | "auto";
    /** How the brand speaks, in words for whatever writes its posts. */
    voice?: string | null;
    /** Hashtags that every post of the brand gets. At most 20, each of 1 to 60 letters, digits and underscores, with or without a leading `#`; duplicates collapse. */
    hashtags?: string[];
    /** The times of the week at which posts may be published, in the brand's time zone. Without any, a post is published as soon as it is approved. */
    postingSlots?: PostingSlot[];
    /** The channels that the brand uses. Duplicates collapse. */
    channels?: Channel[];
    /** Query parameters that every link of the brand's posts gets, each named `utm_…`. At most 10. */
    utm?: {
        [key: string]: string;
    };
    /** What one click is worth in `currency`: 0, or at least 0.000001. Without it runs have no estimated ROI. */
    valuePerClick?: number | null;
    /** The currency of `valuePerClick`: a code of ISO 4217, such as `EUR`. */
    currency?: string | null;
};
export type NewBrand = {
    /** What the brand is called. Not blank. */
    name: string;
    /** An IANA time zone, such as `Europe/Zurich`. Posting slots, schedules and weekly figures are reckoned in it. */
    timezone: string;
    /** How posts of the brand are made, approved and published. What is not given has its usual value. */
    settings?: NewBrandSettings;
};
export type BrandSettingsChanges = {
    /** Whether the posts of a run wait for a person (`manual`) or are scheduled as soon as they are made (`auto`). */
    approval?: "manual" | "auto";
    /** How the brand speaks, in words for whatever writes its posts. */
    voice?: string | null;
    /** Hashtags that every post of the brand gets. At most 20, each of 1 to 60 letters, digits and underscores, with or without a leading `#`; duplicates collapse. */
    hashtags?: string[];
    /** The times of the week at which posts may be published, in the brand's time zone. Without any, a post is published as soon as it is approved. */
    postingSlots?: PostingSlot[];
    /** The channels that the brand uses. Duplicates collapse. */
    channels?: Channel[];
    /** Query parameters that every link of the brand's posts gets, each named `utm_…`. At most 10. */
    utm?: {
        [key: string]: string;
    };
    /** What one click is worth in `currency`: 0, or at least 0.000001. Without it runs have no estimated ROI. */
    valuePerClick?: number | null;
    /** The currency of `valuePerClick`: a code of ISO 4217, such as `EUR`. */
    currency?: string | null;
};
export type BrandChanges = {
    /** What the brand is called. Not blank. */
    name?: string;
    /** An IANA time zone, such as `Europe/Zurich`. Posting slots, schedules and weekly figures are reckoned in it. The schedules of the brand's pipelines follow a new one from then on. */
    timezone?: string;
    /** How posts of the brand are made, approved and published. What is given replaces, each key's value whole; what is not given stays as it is; null clears. */
    settings?: BrandSettingsChanges;
};
export type PipelineStatus = "draft" | "active" | "paused";
export type Source = {
    /** The kind of source: a feed in RSS, Atom, RDF or JSON Feed. */
    "type": "feed";
    /** An http or https URL of a public address, of at most 2,048 characters. */
    url: string;
};
export type Generator = {
    /** The kind of writer. */
    "type": "template";
};
export type Pipeline = {
    /** Identifies the pipeline. */
    id: string;
    /** The brand that it works for. */
    brandId: string;
    /** What the pipeline is called. */
    name: string;
    /** Only an `active` pipeline runs on its schedule; each can be run on request. `draft` leads to `active`, `active` and `paused` to each other. */
    status: PipelineStatus;
    /** When it runs: a cron expression in the brand's time zone, such as `0 9 * * 1-5`. `null`: only on request. */
    schedule: string | null;
    /** Where it looks for what is new. */
    sources: Source[];
    /** What it looks for, each a line of text that is not blank. Without any, everything counts. Duplicates collapse. */
    topics: string[];
    /** The channels that its posts go to. Duplicates collapse. */
    channels: string[];
    /** How many posts a run makes at most, for each channel. */
    postsPerRun: number;
    /** What writes the posts. */
    generator: Generator;
    /** When it was made. */
    createdAt: string;
    /** When it last changed. */
    updatedAt: string;
};
export type PipelineList = Pipeline[];
export type NewPipeline = {
    /** What the pipeline is called. Not blank. */
    name: string;
    /** Only an `active` pipeline runs on its schedule; each can be run on request. `draft` leads to `active`, `active` and `paused` to each other. */
    status?: PipelineStatus;
    /** When it runs: a cron expression in the brand's time zone, such as `0 9 * * 1-5`. `null`: only on request. Not blank. */
    schedule?: string | null;
    /** Where it looks for what is new. */
    sources: Source[];
    /** What it looks for, each a line of text that is not blank. Without any, everything counts. Duplicates collapse. */
    topics?: string[];
    /** The channels that its posts go to. Duplicates collapse. */
    channels: Channel[];
    /** How many posts a run makes at most, for each channel. */
    postsPerRun?: number;
    /** What writes the posts. */
    generator?: Generator;
};
export type PipelineChanges = {
    /** What the pipeline is called. Not blank. */
    name?: string;
    /** Only an `active` pipeline runs on its schedule; each can be run on request. `draft` leads to `active`, `active` and `paused` to each other. */
    status?: PipelineStatus;
    /** When it runs: a cron expression in the brand's time zone, such as `0 9 * * 1-5`. `null`: only on request. Not blank. */
    schedule?: string | null;
    /** Where it looks for what is new. */
    sources?: Source[];
    /** What it looks for, each a line of text that is not blank. Without any, everything counts. Duplicates collapse. */
    topics?: string[];
    /** The channels that its posts go to. Duplicates collapse. */
    channels?: Channel[];
    /** How many posts a run makes at most, for each channel. */
    postsPerRun?: number;
    /** What writes the posts. */
    generator?: Generator;
};
export type RunStage = {
    /** The stage. */
    name: "discover" | "rank" | "write" | "plan";
    /** How far the stage is. */
    status: "pending" | "running" | "succeeded" | "failed";
    /** When the stage began; `null` before. */
    startedAt: string | null;
    /** When the stage ended; `null` before. */
    finishedAt: string | null;
    /** What the stage did, in a few words; `null` while there is nothing to say. */
    detail: string | null;
};
export type Failure = {
    /** The kind of failure, for programs. */
    code: string;
    /** What went wrong, for people. */
    message: string;
};
export type Run = {
    /** Identifies the run. */
    runId: string;
    /** The pipeline that is run. */
    pipelineId: string;
    /** The brand of the pipeline. */
    brandId: string;
    /** Whether a request asked for it (`manual`) or the pipeline's schedule. */
    trigger: "manual" | "schedule";
    /** `queued`, then `running`, then `succeeded` or `failed`. */
    status: "queued" | "running" | "succeeded" | "failed";
    /** The ids of the posts that it made: empty until it has `succeeded`, when they are all there. */
    outputs: string[];
    /** What a run does, in this order. */
    stages: RunStage[];
    /** Why it has `failed`; else `null`. */
    error: Failure | null;
    /** When it was made. */
    createdAt: string;
    /** When its work began; `null` before. */
    startedAt: string | null;
    /** When it ended; `null` before. */
    finishedAt: string | null;
};
export type RunPage = {
    /** The runs of this page, in the order asked for. */
    data: Run[];
    /** Send it as `cursor`, with the same filters and order, to get the next page; `null` on the last page. */
    nextCursor: string | null;
};
export type PostStatus = "draft" | "pending" | "scheduled" | "published" | "failed";
export type PostContent = {
    /** The text, without hashtags. How long it may be depends on the channel. */
    text: string;
    /** Where the post leads; `null` for nowhere. */
    link: string | null;
    /** The hashtags. Without their `#`, which whoever shows them adds. */
    hashtags: string[];
    /** Pictures that go with it. */
    media: {
        /** Where the picture is. */
        url: string;
        /** The picture in words, for those who do not see it. */
        alt: string;
    }[];
};
export type Post = {
    /** Identifies the post. */
    id: string;
    /** The brand that it speaks for. */
    brandId: string;
    /** The pipeline that made it. */
    pipelineId: string;
    /** The run that made it. */
    runId: string;
    /** The channel that it goes to. */
    channel: string;
    /** What it says. */
    content: PostContent;
    /** `pending`: waits for approval. `scheduled`: is published at `scheduledAt`. `draft`: was rejected or cancelled, and can be submitted again. `published` and `failed`: its publication has ended so. */
    status: PostStatus;
    /** When it is or was to be published; `null` without a time. */
    scheduledAt: string | null;
    /** When it was published; `null` before. */
    publishedAt: string | null;
    /** Where the channel shows it; `null` before it is published, and where the channel has no such page. */
    externalUrl: string | null;
    /** Why its publication has `failed`; else `null`. */
    failure: Failure | null;
    /** When it was made. */
    createdAt: string;
    /** When it last changed. */
    updatedAt: string;
};
export type PostPage = {
    /** The posts of this page, in the order asked for. */
    data: Post[];
    /** Send it as `cursor`, with the same filters and order, to get the next page; `null` on the last page. */
    nextCursor: string | null;
};
export type PostChanges = {
    /** The text, without hashtags. How long it may be depends on the channel. Not blank. */
    text?: string;
    /** Where the post leads; `null` for nowhere. An http or https URL of a public address. */
    link?: string | null;
    /** At most 20, each of 1 to 60 letters, digits and underscores with a letter among them. Without their `#`, which whoever shows them adds. Duplicates collapse. */
    hashtags?: string[];
    /** When it is to be published. For a scheduled post a time that has passed, or `null`, is now. An ISO 8601 date and time with its offset from UTC, in the years 2000 to 2099. */
    scheduledAt?: string | null;
};
export type AnalyticsStatus = "pending" | "partial" | "ready";
export type RunAnalytics = {
    /** The run. */
    runId: string;
    /** `pending`: nothing was measured yet, and every figure is `null`. `partial`: some posts are still to be measured. `ready`: the figures are final. */
    status: AnalyticsStatus;
    /** How many people the posts reached; `null` where there are no posts, or no channel tells. */
    reach: number | null;
    /** Engagements over reach, from 0 to 1; `null` where nobody was reached, or no channel tells both. */
    engagementRate: number | null;
    /** How often a link of a post was followed; `null` where there are no posts, or no channel tells. */
    clicks: number | null;
    /** What the clicks are worth by the brand's `valuePerClick`, in `currency`; `null` without such a value, without posts, or with values in several currencies. */
    estimatedRoi: number | null;
    /** The currency of `estimatedRoi`: a code of ISO 4217; `null` with it. */
    currency: string | null;
    /** How many of the run's posts are published. */
    posts: number;
    /** When the figures are final; `null` before anything is published. */
    availableAt: string | null;
    /** When something was last measured; `null` before. */
    updatedAt: string | null;
};
export type WeeklyAnalytics = {
    /** The brand. */
    brandId: string;
    /** The week, as ISO 8601 numbers it. */
    week: string;
    /** When the week began: its Monday at 00:00 in the brand's time zone. Where the brand has moved to another zone since the week before, the moment at which that one ended. */
    startsAt: string;
    /** When the week ended, or will: the Monday after it at 00:00, in the brand's time zone of then. */
    endsAt: string;
    /** `pending`: not computed yet, and every figure is `null`. `partial`: some posts wait for their final figures. `ready`: none does. */
    status: AnalyticsStatus;
    /** How many posts were published in the week; `null` while pending. */
    posts: number | null;
    /** How many people the posts reached; `null` where there are no posts, or no channel tells. */
    reach: number | null;
    /** Engagements over reach, from 0 to 1; `null` where nobody was reached, or no channel tells both. */
    engagementRate: number | null;
    /** How often a link of a post was followed; `null` where there are no posts, or no channel tells. */
    clicks: number | null;
    /** What the clicks are worth by the brand's `valuePerClick`, in `currency`; `null` without such a value, without posts, or with values in several currencies. */
    estimatedRoi: number | null;
    /** The currency of `estimatedRoi`: a code of ISO 4217; `null` with it. */
    currency: string | null;
    /** When it was first computed; `null` while pending. */
    computedAt: string | null;
    /** When it was last computed, with whatever was measured by then; `null` while pending. */
    updatedAt: string | null;
};
export type EventType = "post.scheduled" | "post.published" | "post.failed" | "analytics.weekly_ready" | "pipeline.run.completed" | "webhook.test" | "run.succeeded" | "trend.detected";
export type WebhookSubscription = {
    /** Identifies the subscription. */
    id: string;
    /** An https URL of a public address, of at most 2,048 characters. It gets a POST for each event. */
    url: string;
    /** The types of events that it gets. Duplicates collapse. */
    events: EventType[];
    /** Whether deliveries to it are signed. */
    hasSecret: boolean;
    /** Until when the secret before the last rotation signs as well; `null` when none does. */
    previousSecretExpiresAt: string | null;
    /** Deliveries go to an `active` one; the events of a `disabled` one become dead letters at once, which can be replayed. */
    status: "active" | "disabled";
    /** Why it is `disabled`: a request asked for it, or every attempt failed for five days; else `null`. */
    disabledReason: ("requested" | "failing" | null) | ("requested" | "failing" | null);
    /** The first failed attempt since the last success; `null` when the last one succeeded. */
    failingSince: string | null;
    /** What it is for, in your words. */
    description: string | null;
    /** When it was made. */
    createdAt: string;
    /** When it last changed. */
    updatedAt: string;
};
export type WebhookSubscriptionPage = {
    /** The webhook subscriptions of this page, in the order asked for. */
    data: WebhookSubscription[];
    /** Send it as `cursor`, with the same filters and order, to get the next page; `null` on the last page. */
    nextCursor: string | null;
};
export type NewWebhookSubscription = {
    /** An https URL of a public address, of at most 2,048 characters. It gets a POST for each event. */
    url: string;
    /** The types of events that it gets. Duplicates collapse. */
    events: EventType[];
    /** Signs every delivery: strongly recommended. It is never shown again. `null` stands for none. */
    secret?: string | null;
    /** What it is for, in your words. */
    description?: string | null;
};
export type WebhookSubscriptionChanges = {
    /** An https URL of a public address, of at most 2,048 characters. It gets a POST for each event. */
    url?: string;
    /** The types of events that it gets. Duplicates collapse. */
    events?: EventType[];
    /** Takes the place of the secret at once, without an overlap; `null` takes it away. Rotate it instead to have both sign for a while. */
    secret?: string | null;
    /** `disabled` stops deliveries, `active` begins them again. */
    status?: "active" | "disabled";
    /** What it is for, in your words. */
    description?: string | null;
};
export type SecretRotation = {
    /** The new secret. It is never shown again. */
    secret: string;
    /** For how many seconds the secret before signs as well: up to seven days. */
    graceSeconds?: number;
};
export type TestEvent = {
    /** The event, by its `id` in the delivery's body. */
    eventId: string;
    /** The event's type. */
    "type": "webhook.test";
    /** The subscription. */
    webhookId: string;
};
export type DeliveryAttempt = {
    /** 1 to 6; a replay begins at 1 again. */
    "number": number;
    /** When it was made. */
    at: string;
    /** What your endpoint answered; `null` when it gave no answer. */
    statusCode: number | null;
    /** How many milliseconds it took. */
    latencyMs: number;
    /** Why it failed; `null` when it succeeded. */
    error: string | null;
    /** The first KiB of your endpoint's answer; `null` without one. */
    response: string | null;
    /** Your answer's `Retry-After`. It is noted and changes nothing. */
    retryAfter: string | null;
};
export type Delivery = {
    /** Identifies the delivery: the header `X-Service-Delivery`. */
    id: string;
    /** The event, by its `id` in the delivery's body. */
    eventId: string;
    /** The event's type. */
    "type": EventType;
    /** `pending`: not delivered yet. `succeeded`: your endpoint answered 2xx. `dead_lettered`: five attempts failed. `cancelled`: its subscription was deleted. */
    status: "pending" | "succeeded" | "dead_lettered" | "cancelled";
    /** When it was made. */
    createdAt: string;
    /** When the next attempt is due; `null` when none is. */
    nextAttemptAt: string | null;
    /** The attempts so far, the first one first. */
    attempts: DeliveryAttempt[];
};
export type DeliveryPage = {
    /** The deliveries of this page, in the order asked for. */
    data: Delivery[];
    /** Send it as `cursor`, with the same filters and order, to get the next page; `null` on the last page. */
    nextCursor: string | null;
};
export type DeadLetterStatus = "final_attempt_pending" | "exhausted" | "replaying" | "resolved";
export type PostScheduledEvent = {
    /** Identifies the event: the same at every attempt, replay and endpoint. Drop one that you have already. */
    id: string;
    /** The event's type. */
    "type": "post.scheduled";
    /** What happened. New fields may come: ignore what you do not know. */
    data: {
        /** The organization that it happened in. */
        organizationId: string;
        /** The post. */
        postId: string;
        /** When it will be published. */
        scheduledAt: string;
        /** The channels. */
        channels: Channel[];
    };
    /** `v1=` and the hex HMAC-SHA256 of this body with the value of `signature` left empty; absent without a secret. Verify the header instead. */
    signature?: string;
    /** When it happened, in Unix seconds. */
    ts: number;
};
export type PostPublishedEvent = {
    /** Identifies the event: the same at every attempt, replay and endpoint. Drop one that you have already. */
    id: string;
    /** The event's type. */
    "type": "post.published";
    /** What happened. New fields may come: ignore what you do not know. */
    data: {
        /** The organization that it happened in. */
        organizationId: string;
        /** The post. */
        postId: string;
        /** When it was published. */
        publishedAt: string;
        /** The channels. */
        channels: Channel[];
    };
    /** `v1=` and the hex HMAC-SHA256 of this body with the value of `signature` left empty; absent without a secret. Verify the header instead. */
    signature?: string;
    /** When it happened, in Unix seconds. */
    ts: number;
};
export type PostFailedEvent = {
    /** Identifies the event: the same at every attempt, replay and endpoint. Drop one that you have already. */
    id: string;
    /** The event's type. */
    "type": "post.failed";
    /** What happened. New fields may come: ignore what you do not know. */
    data: {
        /** The organization that it happened in. */
        organizationId: string;
        /** The post. */
        postId: string;
        /** When its publication was given up. */
        failedAt: string;
        /** The channels. */
        channels: Channel[];
        /** Why. */
        reason: Failure;
    };
    /** `v1=` and the hex HMAC-SHA256 of this body with the value of `signature` left empty; absent without a secret. Verify the header instead. */
    signature?: string;
    /** When it happened, in Unix seconds. */
    ts: number;
};
export type AnalyticsWeeklyReadyEvent = {
    /** Identifies the event: the same at every attempt, replay and endpoint. Drop one that you have already. */
    id: string;
    /** The event's type. */
    "type": "analytics.weekly_ready";
    /** What happened. New fields may come: ignore what you do not know. */
    data: {
        /** The organization that it happened in. */
        organizationId: string;
        /** The brand. */
        brandId: string;
        /** The week, as ISO 8601 numbers it: `2026-W47`. */
        week: string;
        /** When the week began: its Monday at 00:00 in the brand's time zone. Where the brand has moved to another zone since the week before, the moment at which that one ended. */
        startsAt: string;
        /** When the week ended, or will: the Monday after it at 00:00, in the brand's time zone of then. */
        endsAt: string;
    };
    /** `v1=` and the hex HMAC-SHA256 of this body with the value of `signature` left empty; absent without a secret. Verify the header instead. */
    signature?: string;
    /** When it happened, in Unix seconds. */
    ts: number;
};
export type PipelineRunCompletedEvent = {
    /** Identifies the event: the same at every attempt, replay and endpoint. Drop one that you have already. */
    id: string;
    /** The event's type. */
    "type": "pipeline.run.completed";
    /** What happened. New fields may come: ignore what you do not know. */
    data: {
        /** The organization that it happened in. */
        organizationId: string;
        /** The run. */
        runId: string;
        /** Its pipeline. */
        pipelineId: string;
        /** The pipeline's brand. */
        brandId: string;
        /** How the run ended. */
        status: "succeeded" | "failed";
        /** The ids of the posts that the run made. Empty when it failed. */
        outputs: string[];
        /** Why the run failed; `null` when it succeeded. */
        error: Failure | null;
        /** When the run ended. */
        finishedAt: string;
    };
    /** `v1=` and the hex HMAC-SHA256 of this body with the value of `signature` left empty; absent without a secret. Verify the header instead. */
    signature?: string;
    /** When it happened, in Unix seconds. */
    ts: number;
};
export type WebhookTestEvent = {
    /** Identifies the event: the same at every attempt, replay and endpoint. Drop one that you have already. */
    id: string;
    /** The event's type. */
    "type": "webhook.test";
    /** What happened. New fields may come: ignore what you do not know. */
    data: {
        /** The organization that it happened in. */
        organizationId: string;
        /** The subscription that is tried. */
        webhookId: string;
        /** When the test was asked for. */
        sentAt: string;
    };
    /** `v1=` and the hex HMAC-SHA256 of this body with the value of `signature` left empty; absent without a secret. Verify the header instead. */
    signature?: string;
    /** When it happened, in Unix seconds. */
    ts: number;
};
export type RunSucceededEvent = {
    /** Identifies the event: the same at every attempt, replay and endpoint. Drop one that you have already. */
    id: string;
    /** The event's type. */
    "type": "run.succeeded";
    /** What happened. New fields may come: ignore what you do not know. */
    data: {
        /** The organization that it happened in. */
        organizationId: string;
        /** The run. */
        runId: string;
        /** Its pipeline. */
        pipelineId: string;
        /** The pipeline's brand. */
        brandId: string;
        /** The ids of the posts that the run made. */
        outputs: string[];
        /** When the run ended. */
        finishedAt: string;
    };
    /** `v1=` and the hex HMAC-SHA256 of this body with the value of `signature` left empty; absent without a secret. Verify the header instead. */
    signature?: string;
    /** When it happened, in Unix seconds. */
    ts: number;
};
export type TrendDetectedEvent = {
    /** Identifies the event: the same at every attempt, replay and endpoint. Drop one that you have already. */
    id: string;
    /** The event's type. */
    "type": "trend.detected";
    /** What happened. New fields may come: ignore what you do not know. */
    data: {
        /** The organization that it happened in. */
        organizationId: string;
        /** The trend. */
        trendId: string;
        /** The brand whose pipeline found it. */
        brandId: string;
        /** Its pipeline. */
        pipelineId: string;
        /** The run that found it. */
        runId: string;
        /** What it is about. */
        topic: string;
        /** From 0 to 1: how good its items are, and how many carry it. */
        score: number;
        /** Where it was seen. */
        sources: string[];
        /** When it was found. */
        detectedAt: string;
    };
    /** `v1=` and the hex HMAC-SHA256 of this body with the value of `signature` left empty; absent without a secret. Verify the header instead. */
    signature?: string;
    /** When it happened, in Unix seconds. */
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
} & TrendDetectedEvent);
export type DeadLetter = {
    /** Identifies the dead letter. */
    id: string;
    /** The event, by its `id` in the delivery's body. `null` where the message was about no event. */
    eventId: string | null;
    /** The event's type, or the kind of message. */
    "type": string;
    /** The subscription that it was for; `null` where it was for none. */
    webhookId: string | null;
    /** The subscription's URL at that time; `null` where it was for none. */
    url: string | null;
    /** `final_attempt_pending`: the sixth and final attempt is still to come. `exhausted`: no attempt will follow. `replaying`: it is on its way again. `resolved`: it was delivered. */
    status: DeadLetterStatus;
    /** The attempts so far, the first one first. */
    attempts: DeliveryAttempt[];
    /** The body of the delivery, as it was or would have been sent; `null` where the message was about no event. */
    payload: WebhookEvent | object | null;
    /** When it was made. */
    createdAt: string;
};
export type DeadLetterPage = {
    /** The dead letters of this page, in the order asked for. */
    data: DeadLetter[];
    /** Send it as `cursor`, with the same filters and order, to get the next page; `null` on the last page. */
    nextCursor: string | null;
};
export type DeadLettersReplay = {
    /** Only those of this subscription. Without it, those of all. */
    webhookId?: string;
    /** Only those in these statuses. Duplicates collapse. */
    status?: ("final_attempt_pending" | "exhausted")[];
};
export type ReplayCount = {
    /** How many dead letters go out again. */
    count: number;
};
export type Role = "read" | "write" | "admin";
export type ApiKey = {
    /** Identifies the key; it is not the key itself. */
    id: string;
    /** What the key is for. */
    name: string;
    /** `read`: every GET but the list of API keys. `write`: also every change but those of keys and of the organization. `admin`: everything. */
    role: Role;
    /** Requests a minute. */
    rateLimit: number;
    /** `expired` when it is good for nothing any more; it is listed for 30 days after its end. */
    status: "active" | "expired";
    /** When it was made. */
    createdAt: string;
    /** When it ends; `null` for never. */
    expiresAt: string | null;
    /** The id of the key that has taken its place; `null` before it is rotated. */
    rotatedTo: string | null;
    /** About when it was last used; `null` before its first use. */
    lastUsedAt: string | null;
};
export type ApiKeyPage = {
    /** The API keys of this page, in the order asked for. */
    data: ApiKey[];
    /** Send it as `cursor`, with the same filters and order, to get the next page; `null` on the last page. */
    nextCursor: string | null;
};
export type NewApiKey = {
    /** What the key is for. Not blank. */
    name: string;
    /** `read`: every GET but the list of API keys. `write`: also every change but those of keys and of the organization. `admin`: everything. */
    role: Role;
    /** When it is to end, in time to come; `null` for never. An ISO 8601 date and time with its offset from UTC, in the years 2000 to 2099. */
    expiresAt?: string | null;
    /** Requests a minute. */
    rateLimit?: number;
};
export type IssuedApiKey = {
    /** Identifies the key; it is not the key itself. */
    id: string;
    /** What the key is for. */
    name: string;
    /** `read`: every GET but the list of API keys. `write`: also every change but those of keys and of the organization. `admin`: everything. */
    role: Role;
    /** Requests a minute. */
    rateLimit: number;
    /** `expired` when it is good for nothing any more; it is listed for 30 days after its end. */
    status: "active" | "expired";
    /** When it was made. */
    createdAt: string;
    /** When it ends; `null` for never. */
    expiresAt: string | null;
    /** The id of the key that has taken its place; `null` before it is rotated. */
    rotatedTo: string | null;
    /** About when it was last used; `null` before its first use. */
    lastUsedAt: string | null;
    /** The key itself, shown this once: send it as `Authorization: Bearer …`. Only a hash of it is kept. */
    key: string;
};
export type ApiKeyRotation = {
    /** For how many seconds the key before stays good: up to seven days. */
    graceSeconds?: number;
};
export type RotatedApiKey = {
    /** Identifies the key; it is not the key itself. */
    id: string;
    /** What the key is for. */
    name: string;
    /** `read`: every GET but the list of API keys. `write`: also every change but those of keys and of the organization. `admin`: everything. */
    role: Role;
    /** Requests a minute. */
    rateLimit: number;
    /** `expired` when it is good for nothing any more; it is listed for 30 days after its end. */
    status: "active" | "expired";
    /** When it was made. */
    createdAt: string;
    /** When it ends; `null` for never. */
    expiresAt: string | null;
    /** The id of the key that has taken its place; `null` before it is rotated. */
    rotatedTo: string | null;
    /** About when it was last used; `null` before its first use. */
    lastUsedAt: string | null;
    /** The key itself, shown this once: send it as `Authorization: Bearer …`. Only a hash of it is kept. */
    key: string;
    /** The key that it takes the place of. */
    previousKey: {
        /** Identifies the key before. */
        id: string;
        /** Until when the key before is good. */
        expiresAt: string;
    };
};
export type Organization = {
    /** Identifies the organization. */
    id: string;
    /** What the organization is called. */
    name: string;
    /** When it was made. */
    createdAt: string;
    /** When it last changed. */
    updatedAt: string;
};
export type OrganizationChanges = {
    /** What the organization is called. Not blank. */
    name?: string;
};
export type JsonFeed = {
    /** The version of JSON Feed. */
    version: "https://jsonfeed.org/version/1.1";
    /** The brand's name. */
    title: string;
    /** Where the feed is read. */
    home_page_url: string;
    /** Where the feed itself is. */
    feed_url: string;
    /** The posts, newest first: at most 50. */
    items: {
        /** The post. */
        id: string;
        /** Counts a click and leads on to the post's link. */
        url: string;
        /** The text. */
        content_text: string;
        /** When it was published. */
        date_published: string;
        /** The hashtags, without their `#`. */
        tags?: string[];
    }[];
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
 * Try a webhook subscription
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
        data: ReplayCount;
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
