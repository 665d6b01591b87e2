import type * as z from "zod/mini";
import type { postRoutes } from "../../../functions/contract/routes/posts.ts";
import type * as posts from "../../../functions/contract/schemas/post.ts";
import { channelNames } from "../../../functions/domain/channel.ts";
import { composed, lengthProblem } from "../../../functions/domain/channel-text.ts";
import type { PostContent } from "../../../functions/domain/post.ts";
import { exampleCursor, exampleIds, exampleTimes, unknownId } from "../example-story.ts";
import {
  invalidExample,
  notFoundExample,
  type OperationText,
  type Tagged,
  unprocessableExample,
} from "../operation-text.ts";

const { made, changed, due } = exampleTimes;

const exampleContent = {
  text: "How long should an espresso take? Twenty-five seconds, say the new champions.",
  link: "https://example.com/espresso?utm_source=feed",
  hashtags: ["coffee", "espresso"],
  media: [],
};

/** The length and the limit that the example post has with this content. */
function measured(content: PostContent): { length: number; limit: number } {
  const { length, limit } = composed(content, "feed");
  return { length, limit };
}

export const examplePost: z.output<typeof posts.post> = {
  id: exampleIds.pst,
  brandId: exampleIds.brd,
  pipelineId: exampleIds.pip,
  runId: exampleIds.run,
  channel: "feed",
  content: exampleContent,
  ...measured(exampleContent),
  status: "pending",
  scheduledAt: due,
  publishedAt: null,
  externalUrl: null,
  failure: null,
  nextAttempt: null,
  createdAt: made,
  updatedAt: made,
  reason: {
    text: "Matches the topic espresso; reported by 3 sources; 2 hours old.",
    score: 0.7804,
    terms: { relevance: 0.7, freshness: 0.9439, corroboration: 0.6667, repetition: 0 },
    trend: null,
  },
  generator: { type: "template", fallback: null },
};

const exampleChanges = {
  text: "How long should an espresso take? Twenty-five seconds.",
  link: "https://example.com/espresso",
  media: [{ url: "https://example.com/espresso.jpg", alt: "A cup of espresso on a scale" }],
};
const changedContent = { ...exampleContent, ...exampleChanges, hashtags: ["espresso"] };

const exampleNewPost = {
  brandId: exampleIds.brd,
  channel: "feed",
  ...exampleChanges,
  hashtags: ["#espresso"],
  scheduledAt: "2098-11-24T09:30:00+01:00",
  status: "pending",
} as const;

/** Another post has the slot of this Monday. */
const takenSlot = "2098-12-01T09:30:00+01:00";
const slotIsTaken = (body: object) =>
  unprocessableExample(
    "slotIsTaken",
    "The time is a posting slot of the brand, and another post of the channel has it.",
    `The posting slot ${due} on the channel feed is taken by the post ${exampleIds.pst}. Choose another time: the next free slot is ${due}.`,
    { body },
  );

const manualContent = { ...exampleChanges, hashtags: ["espresso"] };
const manualPost: typeof examplePost = {
  ...examplePost,
  pipelineId: null,
  runId: null,
  content: manualContent,
  ...measured(manualContent),
  reason: null,
  generator: null,
};

const externalUrl = "https://social.example/@acme/1";

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

export const tooLongText = "Twenty-five seconds. ".repeat(24).trim();
const lengthReason = lengthProblem({ ...exampleContent, text: tooLongText }, "feed") ?? "";

const tooLongForChannel = {
  ...invalidExample({ body: { text: tooLongText } }, [{ field: "text", reason: lengthReason }]),
  name: "isTooLong",
  summary: "The text is longer than the post's channel takes.",
};

const tooLong = unprocessableExample(
  "isTooLong",
  "The post is too long for its channel, whose limit has changed since the post was written.",
  `The post is too long: ${lengthReason}.`,
);

export const postOperations: Tagged<Record<keyof typeof postRoutes, OperationText>> = {
  tag: "Posts",
  description:
    "A post is one piece of content for one channel. Runs create posts, and so can you. A new post of a run waits for approval, or is scheduled at once if the brand's `approval` is `auto`. A post that you create is a draft, or waits for approval.",
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
    createPost: {
      summary: "Create a post",
      description:
        "Creates a manual post. It is submitted, approved, published and measured like a post of a run. It is published as written: the brand's `hashtags` and `utm` are not added. For 60 days runs of the brand make no post of the same link. A pending post keeps the time that you give it, also in quiet hours and on blackout dates. If the time is a posting slot, the post takes it.",
      body: exampleNewPost,
      success: { text: "The new post.", example: manualPost },
      errors: [
        invalidExample({ body: { ...exampleNewPost, channel: "fax", media: [{ url: "x", alt: " " }] } }, [
          { field: "channel", reason: `must be one of ${channelNames.join(", ")}` },
          { field: "media[0].url", reason: "must be an http or https URL" },
          { field: "media[0].alt", reason: "must not be blank" },
        ]),
        notFoundExample("brand", { body: { ...exampleNewPost, brandId: unknownId("brd") } }),
        { ...tooLongForChannel, request: { body: { ...exampleNewPost, text: tooLongText } } },
        slotIsTaken({ ...exampleNewPost, scheduledAt: takenSlot }),
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
        "Fields that are not given stay as they are. A list is replaced as a whole. A published post cannot be changed, and a text that is longer than the channel takes, or more images than it takes, are rejected with 400. A scheduled post is rescheduled to its new time at once. A pending or scheduled post frees its posting slot and takes the new one.",
      body: { ...exampleChanges, hashtags: ["#espresso"], scheduledAt: "2098-11-24T09:30:00+01:00" },
      success: {
        text: "The changed post.",
        example: {
          ...examplePost,
          content: changedContent,
          ...measured(changedContent),
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
        tooLongForChannel,
        unprocessableExample(
          "isPublished",
          "The post is published.",
          "A post in status published cannot be changed.",
        ),
        slotIsTaken({ scheduledAt: takenSlot }),
      ],
    },
    deletePost: {
      summary: "Delete a post",
      description:
        "Deletes a post for good. A `scheduled` post must be cancelled first. A `published` post cannot be deleted.",
      success: { text: "The post is deleted." },
      errors: [
        unprocessableExample(
          "wrongStatus",
          "The post is in a status that does not allow this.",
          "A post in status published cannot be deleted: it must be draft or pending or failed.",
        ),
      ],
    },
    approvePost: {
      summary: "Approve a post",
      description:
        "A `pending` post becomes `scheduled`. It is published at its `scheduledAt`, or now if that time has passed. If two requests approve a post at the same time, only one succeeds. Sends the event `post.scheduled`.",
      success: { text: "The scheduled post.", example: moved("scheduled") },
      errors: [wrongStatus("approved", "pending"), tooLong, brandIsGone],
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
      errors: [wrongStatus("retried", "failed"), tooLong, brandIsGone],
    },
    resolvePost: {
      summary: "Resolve a post whose outcome is unknown",
      description:
        "For a `failed` post whose `failure.code` is `outcome_unknown`: say whether the channel shows it. With `published` it becomes `published`, as of its `scheduledAt` (or of now, if that time is still to come), sends the event `post.published`, and is measured. With `failed` it stays `failed` with the code `not_published`, and can be retried; no event is sent.",
      body: { status: "published", externalUrl },
      success: {
        text: "The resolved post.",
        example: {
          ...examplePost,
          status: "published",
          publishedAt: due,
          externalUrl,
          updatedAt: exampleTimes.measured,
        },
      },
      errors: [
        invalidExample({ body: { status: "published" } }, [{ field: "externalUrl", reason: "is required" }]),
        wrongStatus("resolved", "failed"),
        unprocessableExample(
          "isKnown",
          "It is known that the post was not published.",
          "The post cannot be resolved: it is known that it was not published.",
        ),
      ],
    },
  },
};
