import type * as z from "zod/mini";
import type { postRoutes } from "../../../functions/contract/routes/posts.ts";
import * as posts from "../../../functions/contract/schemas/post.ts";
import {
  enumSchema,
  givenTimeText,
  id,
  pageSchema,
  proseText,
  requestSchema,
  responseSchema,
} from "../component.ts";
import { exampleCursor, exampleIds, exampleTimes } from "../example-story.ts";
import { invalidExample, type OperationText, type Tagged, unprocessableExample } from "../operation-text.ts";
import { createdAt, updatedAt } from "../shared-components.ts";

const { made, changed, due } = exampleTimes;

export const examplePost: z.output<typeof posts.post> = {
  id: exampleIds.pst,
  brandId: exampleIds.brd,
  pipelineId: exampleIds.pip,
  runId: exampleIds.run,
  channel: "feed",
  content: {
    text: "How long should an espresso take? Twenty-five seconds, say the new champions.",
    link: "https://example.com/espresso?utm_source=feed",
    hashtags: ["coffee", "espresso"],
    media: [],
  },
  status: "pending",
  scheduledAt: due,
  publishedAt: null,
  externalUrl: null,
  failure: null,
  createdAt: made,
  updatedAt: made,
};

const exampleChanges = {
  text: "How long should an espresso take? Twenty-five seconds.",
  link: "https://example.com/espresso",
};

const textText = "The text, without hashtags. Its maximum length depends on the channel.";
const linkText = "The URL that the post links to; `null` for none.";
const hashtagsText = "Stored without `#`, which the channel adds, and with composed accents (NFC).";

export const postComponents = {
  Post: responseSchema(posts.post, "One piece of content for one channel.", {
    id: id("pst", "The id of the post."),
    brandId: id("brd", "The brand that the post belongs to."),
    pipelineId: id("pip", "The pipeline that created the post."),
    runId: id("run", "The run that created the post."),
    channel: "The channel that the post is published to.",
    content: "The content of the post.",
    status:
      "`pending`: the post waits for approval. `scheduled`: it will be published at `scheduledAt`. `draft`: it was rejected or cancelled, and can be submitted again. `published`: it was published. `failed`: its publication failed.",
    scheduledAt: "The time for which the post is or was planned; `null` for none.",
    publishedAt: "When the post was published; `null` before that.",
    externalUrl:
      "The URL of the published post on the channel. `null` before it is published, and if the channel has no page for it.",
    failure: "Why the publication has `failed`; otherwise `null`.",
    createdAt,
    updatedAt,
  }),
  PostContent: responseSchema(posts.postContent, "The content of a post.", {
    text: textText,
    link: linkText,
    hashtags: `The hashtags. ${hashtagsText}`,
    media: [
      "The pictures of the post.",
      {
        url: "The URL of the picture.",
        alt: "A text that describes the picture, for people who cannot see it.",
      },
    ],
  }),
  PostStatus: enumSchema(posts.postStatus, "The status of a post."),
  PostPage: pageSchema(posts.posts, "posts"),
  PostChanges: requestSchema(
    posts.postChanges,
    "Changes to a post. A field that is not given stays as it is.",
    {
      text: proseText(`${textText} Must not be blank.`),
      link: `${linkText} An http or https URL of a public address.`,
      hashtags: `At most 20, each of 1 to 60 letters, digits and underscores, at least one of them a letter. ${hashtagsText} Duplicates are removed.`,
      scheduledAt: givenTimeText(
        "When to publish the post. For a scheduled post, `null` or a time in the past means now.",
      ),
    },
  ),
};

function moved(status: "draft" | "pending" | "scheduled") {
  return { ...examplePost, status, updatedAt: changed };
}

function wrongStatus(verb: string, needed: string) {
  return unprocessableExample(
    "wrongStatus",
    "The post is in a status that does not allow this.",
    `A post in status published cannot be ${verb}: it must be ${needed}.`,
  );
}

const brandIsGone = unprocessableExample(
  "brandIsGone",
  "The brand of the post was deleted.",
  "The post's brand was deleted, so the post cannot be published.",
);

export const postOperations: Tagged<Record<keyof typeof postRoutes, OperationText>> = {
  tag: "Posts",
  description:
    "A post is one piece of content for one channel. Runs create posts. A new post waits for approval, or is scheduled at once if the brand's `approval` is `auto`.",
  operations: {
    listPosts: {
      summary: "List posts",
      description: "Returns the posts of the organization. You can filter them by status and brand.",
      query: ["PostStatus", "PostBrand", "PostSort", "Order", "Limit", "Cursor"],
      success: {
        text: "A page of posts.",
        query: {
          status: "pending,scheduled",
          brandId: exampleIds.brd,
          sort: "scheduledAt",
          order: "asc",
          limit: "1",
        },
        example: { data: [examplePost], nextCursor: exampleCursor },
      },
      errors: [
        invalidExample({ query: { status: "pending,gone", cursor: "forged" } }, [
          {
            field: "status",
            reason:
              "must be one or more of draft, pending, scheduled, published, failed, separated by commas",
          },
        ]),
      ],
    },
    getPost: {
      summary: "Get a post",
      description: "Returns one post of the organization.",
      success: { text: "The post.", example: examplePost },
    },
    updatePost: {
      summary: "Change a post",
      description:
        "Fields that are not given stay as they are. A published post cannot be changed. A scheduled post is rescheduled to its new time at once.",
      body: { ...exampleChanges, hashtags: ["#espresso"], scheduledAt: "2098-11-24T09:30:00+01:00" },
      success: {
        text: "The changed post.",
        example: {
          ...examplePost,
          content: { ...examplePost.content, ...exampleChanges, hashtags: ["espresso"] },
          scheduledAt: due,
          updatedAt: changed,
        },
      },
      errors: [
        invalidExample({ body: { text: " ", scheduledAt: "tomorrow" } }, [
          { field: "text", reason: "must not be blank" },
          {
            field: "scheduledAt",
            reason: "must be an ISO 8601 date and time with its offset, such as 2026-11-21T09:00:00Z",
          },
        ]),
        unprocessableExample(
          "isPublished",
          "The post is published.",
          "A post in status published cannot be changed.",
        ),
      ],
    },
    approvePost: {
      summary: "Approve a post",
      description:
        "A `pending` post becomes `scheduled`. It is published at its `scheduledAt`, or now if that time has passed. If two requests approve a post at the same time, only one succeeds. Sends the event `post.scheduled`.",
      success: { text: "The scheduled post.", example: moved("scheduled") },
      errors: [wrongStatus("approved", "pending"), brandIsGone],
    },
    rejectPost: {
      summary: "Reject a post",
      description: "A `pending` post becomes a `draft`.",
      success: { text: "The rejected post.", example: moved("draft") },
      errors: [wrongStatus("rejected", "pending")],
    },
    submitPost: {
      summary: "Submit a post",
      description: "A `draft` becomes `pending`: it waits for approval again.",
      success: { text: "The submitted post.", example: moved("pending") },
      errors: [wrongStatus("submitted", "draft")],
    },
    cancelPost: {
      summary: "Cancel the publication of a post",
      description: "A `scheduled` post becomes a `draft`.",
      success: { text: "The cancelled post.", example: moved("draft") },
      errors: [wrongStatus("cancelled", "scheduled")],
    },
    retryPost: {
      summary: "Publish a failed post again",
      description:
        "A `failed` post becomes `scheduled`. It is published at its `scheduledAt`, or now if that time has passed. Sends the event `post.scheduled`.",
      success: { text: "The scheduled post.", example: moved("scheduled") },
      errors: [wrongStatus("retried", "failed"), brandIsGone],
    },
  },
};
