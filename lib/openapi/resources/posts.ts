import type * as z from "zod/mini";
import type { postRoutes } from "../../../functions/contract/routes/posts.ts";
import * as posts from "../../../functions/contract/schemas/post.ts";
import { givenTimeText, id, pageOf, proseText, sent, taken, valuesOf } from "../component.ts";
import { exampleCursor, exampleIds, exampleTimes } from "../example-story.ts";
import { notPossible, notValid, type OperationText, type Tagged } from "../operation-text.ts";
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

const textText = "The text, without hashtags. How long it may be depends on the channel.";
const linkText = "Where the post leads; `null` for nowhere.";
const hashtagsText = "Without their `#`, which whoever shows them adds.";

export const postComponents = {
  Post: sent(posts.post, "One piece of content, for one channel.", {
    id: id("pst", "Identifies the post."),
    brandId: id("brd", "The brand that it speaks for."),
    pipelineId: id("pip", "The pipeline that made it."),
    runId: id("run", "The run that made it."),
    channel: "The channel that it goes to.",
    content: "What it says.",
    status:
      "`pending`: waits for approval. `scheduled`: is published at `scheduledAt`. `draft`: was rejected or cancelled, and can be submitted again. `published` and `failed`: its publication has ended so.",
    scheduledAt: "When it is or was to be published; `null` without a time.",
    publishedAt: "When it was published; `null` before.",
    externalUrl:
      "Where the channel shows it; `null` before it is published, and where the channel has no such page.",
    failure: "Why its publication has `failed`; else `null`.",
    createdAt,
    updatedAt,
  }),
  PostContent: sent(posts.postContent, "What a post says.", {
    text: textText,
    link: linkText,
    hashtags: `The hashtags. ${hashtagsText}`,
    media: [
      "Pictures that go with it.",
      { url: "Where the picture is.", alt: "The picture in words, for those who do not see it." },
    ],
  }),
  PostStatus: valuesOf(posts.postStatus, "How far a post is."),
  PostPage: pageOf(posts.posts, "posts"),
  PostChanges: taken(posts.postChanges, "What is to change of a post; a field not given stays as it is.", {
    text: proseText(`${textText} Not blank.`),
    link: `${linkText} An http or https URL of a public address.`,
    hashtags: `At most 20, each of 1 to 60 letters, digits and underscores with a letter among them. ${hashtagsText} Duplicates collapse.`,
    scheduledAt: givenTimeText(
      "When it is to be published. For a scheduled post a time that has passed, or `null`, is now.",
    ),
  }),
};

function moved(status: "draft" | "pending" | "scheduled") {
  return { ...examplePost, status, updatedAt: changed };
}

function wrongStatus(verb: string, needed: string) {
  return notPossible(
    "wrongStatus",
    "The post is in a status that does not lead there.",
    `A post in status published cannot be ${verb}: it must be ${needed}.`,
  );
}

export const postOperations: Tagged<Record<keyof typeof postRoutes, OperationText>> = {
  tag: "Posts",
  description:
    "A post is one piece of content for one channel. Runs make posts: they wait for approval, or are scheduled at once where the brand says so.",
  operations: {
    listPosts: {
      summary: "List posts",
      description: "The posts of the organization, by status and brand.",
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
      refused: [
        notValid({ query: { status: "pending,gone", cursor: "forged" } }, [
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
      description: "One post of the organization.",
      success: { text: "The post.", example: examplePost },
    },
    updatePost: {
      summary: "Change a post",
      description:
        "Fields that are not given stay as they are. A published post stays as it is. A scheduled post moves to its new time at once.",
      body: { ...exampleChanges, hashtags: ["#espresso"], scheduledAt: "2098-11-24T09:30:00+01:00" },
      success: {
        text: "The post as it is now.",
        example: {
          ...examplePost,
          content: { ...examplePost.content, ...exampleChanges, hashtags: ["espresso"] },
          scheduledAt: due,
          updatedAt: changed,
        },
      },
      refused: [
        notValid({ body: { text: " ", scheduledAt: "tomorrow" } }, [
          { field: "text", reason: "must not be blank" },
          {
            field: "scheduledAt",
            reason: "must be an ISO 8601 date and time with its offset, such as 2026-11-21T09:00:00Z",
          },
        ]),
        notPossible(
          "isPublished",
          "The post is published.",
          "A post in status published cannot be changed any more.",
        ),
      ],
    },
    approvePost: {
      summary: "Approve a post",
      description:
        "`pending` becomes `scheduled`: it is published at its `scheduledAt`, or now if that has passed. Of two approvals at once one succeeds. Sends `post.scheduled`.",
      success: { text: "The scheduled post.", example: moved("scheduled") },
      refused: [wrongStatus("approved", "pending")],
    },
    rejectPost: {
      summary: "Reject a post",
      description: "`pending` becomes `draft`.",
      success: { text: "The rejected post.", example: moved("draft") },
      refused: [wrongStatus("rejected", "pending")],
    },
    submitPost: {
      summary: "Submit a post",
      description: "`draft` becomes `pending`: it waits for approval again.",
      success: { text: "The submitted post.", example: moved("pending") },
      refused: [wrongStatus("submitted", "draft")],
    },
    cancelPost: {
      summary: "Cancel the publication of a post",
      description: "`scheduled` becomes `draft`.",
      success: { text: "The cancelled post.", example: moved("draft") },
      refused: [wrongStatus("cancelled", "scheduled")],
    },
    retryPost: {
      summary: "Publish a failed post again",
      description:
        "`failed` becomes `scheduled`, at its time or now if that has passed. Sends `post.scheduled`.",
      success: { text: "The scheduled post.", example: moved("scheduled") },
      refused: [wrongStatus("retried", "failed")],
    },
  },
};
